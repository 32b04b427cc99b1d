"""Tests the counter of check_classes.py with the forms of declarations that the product uses."""
import unittest

from check_classes import MOST_MEMBERS, MOST_METHODS, OWN_LIMITS, Reader, problemsOf

SOURCE = r"""
#define BRACES { {
namespace a::b {
enum class Way : int { In, Out };
struct Forward;
template <typename T, int n = (3 > 2)>
class Big final : public Base<T, n> {
    Q_OBJECT
    Q_PROPERTY(int x READ x)
public:
    explicit Big(int x) : m_x(x), m_map{{1, 2}} { m_y = "}"; }
    ~Big() override;
    Big(const Big&) = delete;
    Big& operator=(Big&&) = default;
    [[nodiscard]] bool operator==(const Big& other) const = default;
    [[nodiscard]] int x() const { return m_x; }  // one method { here
    [[nodiscard]] virtual std::vector<std::pair<int, int>> pairs(int a = f(1), std::function<void(int)> g = {}) = 0;
    T& operator()(int i);
    bool operator<(const Big&) const;
    template <typename Predicate>
    auto until(Predicate isDone) -> decltype(isDone())
    {
        struct Local {
            int one, two;
            void f();
        };
        return isDone();
    }
    static int shared();
    friend bool operator<(int, const Big&);
    friend class Other;
    using Watch = std::function<void(int)>;
signals:
    void changed(int value);
    void changed();

private:
    struct Nested {
        int a = 0, b = 0, c{0};
        std::array<int, 3> d;
    };
    enum { kOne, kTwo };
    static constexpr int kMost = 3;
    static std::string s_name;
    static_assert(kMost > 2);
    int m_x = 0, m_y{};
    unsigned m_bits : 3;
    std::map<int, std::vector<int>> m_map{};
    std::function<void(int, int)> m_call;
    void (*m_pointer)(void*, int) = nullptr;
    const char* m_text = R"x(class No { int a; };)x";
    union {
        int m_integer;
        float m_real;
    };
};
int Big::shared() { return 1'000'000; }
void function(int x) { class Inner { int m_a; int f(); }; }
}  // namespace
"""


def countsOf(text):
    return {counts.name: counts for counts in Reader("x.h", text).read()}


class Counting(unittest.TestCase):
    def setUp(self):
        self.classes = countsOf(SOURCE)

    def testMethodsLeaveOutConstructorsDefaultedOnesFriendsAndOverloads(self):
        expected = ["x", "pairs", "operator", "until", "shared", "changed"]
        self.assertEqual(self.classes["a::b::Big"].methods, expected)

    def testMembersAreTheNonStaticVariables(self):
        expected = "m_x m_y m_bits m_map m_call m_pointer m_text m_integer m_real".split()
        self.assertEqual(self.classes["a::b::Big"].members, expected)

    def testNestedAndLocalClassesCountForThemselves(self):
        self.assertEqual(self.classes["a::b::Big::Nested"].members, ["a", "b", "c", "d"])
        self.assertEqual(self.classes["a::b::Big::Local"].methods, ["f"])
        self.assertEqual(self.classes["a::b::Inner"].members, ["m_a"])

    def testForwardDeclarationsAndEnumsAreNoClasses(self):
        self.assertFalse({"a::b::Forward", "a::b::Way", "No"} & set(self.classes))


class Limits(unittest.TestCase):
    def problems(self, name, methods, members):
        body = "".join(f"void f{i}();" for i in range(methods)) + "".join(f"int m{i};" for i in range(members))
        return list(problemsOf(Reader("x.h", f"struct {name} {{ {body} }};").read()))

    def testMoreMethodsOrMembersThanAllowedFail(self):
        self.assertEqual(self.problems("A", MOST_METHODS, MOST_MEMBERS), [])
        self.assertEqual(len(self.problems("A", MOST_METHODS + 1, 1)), 1)
        self.assertEqual(len(self.problems("A", 1, MOST_MEMBERS + 1)), 1)

    def testClassesWithLimitsOfTheirOwnMayOnlyShrink(self):
        name, (methods, members) = next(iter(OWN_LIMITS.items()))

        self.assertEqual(self.problems(name, methods, members), [])
        self.assertEqual(len(self.problems(name, methods + 1, members)), 1)
        self.assertIn("remove it", self.problems(name, MOST_METHODS, MOST_MEMBERS)[0])

    def testRecordsMayHaveManyMembers(self):
        self.assertEqual(self.problems("A", 0, 60), [])


if __name__ == "__main__":
    unittest.main()
