"""tqdm: loops run as without it, and no bar is drawn; the window shows the progress of every run."""

from overlap_dialect.arguments import missing


class tqdm:
    """Passes the elements of `iterable` on."""

    def __init__(self, iterable=None, desc=None, total=None, **options):
        self.iterable, self.desc, self.n = iterable, desc, 0
        self.total = len(iterable) if total is None and hasattr(iterable, "__len__") else total

    def __iter__(self):
        for one in self.iterable:
            yield one
            self.n += 1

    def __len__(self):
        return self.total

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def update(self, n=1):
        self.n += n

    def set_description(self, desc=None, refresh=True):
        self.desc = desc

    def set_postfix(self, ordered_dict=None, refresh=True, **values):
        pass

    def set_postfix_str(self, s="", refresh=True):
        pass

    def refresh(self, **options):
        pass

    def reset(self, total=None):
        self.n = 0

    def close(self):
        pass

    @staticmethod
    def write(s, file=None, end="\n", nolock=False):
        print(s, file=file, end=end)

    def __getattr__(self, name):
        raise missing("tqdm", name, "there are update, set_description, set_postfix, write, refresh, reset and close")


def trange(*args, **options):
    return tqdm(range(*args), **options)
