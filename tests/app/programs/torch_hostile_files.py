#: differs: its files have only the parts that Overlap reads
# Files that torch.load() must refuse.
import io, tempfile, torch
import zipfile
def load(pickled, parts=()):
    file = io.BytesIO()
    with zipfile.ZipFile(file, 'w') as made:
        made.writestr('archive/data.pkl', pickled)
        for name, content in parts:
            made.writestr('archive/data/' + name, content)
    return torch.load(io.BytesIO(file.getvalue()), weights_only=False)
class Evil:
    def __reduce__(self):
        return print, ('ran',)
def tensor(size, stride, count, content):
    numbers = b'(' + b'X\x07\x00\x00\x00storage' + b'ctorch\nFloatStorage\n' + b'X\x01\x00\x00\x000X\x03\x00\x00\x00cpu'
    return load(b'\x80\x02ctorch._utils\n_rebuild_tensor_v2\n(' + numbers + b'K' + bytes([count]) + b'tQK\x00' +
                b'(K' + bytes([size]) + b't(K' + bytes([stride]) + b't\x89NtR.', [('0', content)])

# %% file that would run code
import pickle
load(pickle.dumps(Evil(), 2))
#! UnpicklingError: print. Files hold tensors, numbers, text, and lists, tuples and dictionaries of them here

# %% file that names a module
load(b'\x80\x02cos\nsystem\n(X\x02\x00\x00\x00lstR.')
#! UnpicklingError: it names os.system

# %% file that sets shared state
load(b'\x80\x02ctorch\nfloat32\n}X\x04\x00\x00\x00nameK\x01sb.')
#! UnpicklingError: cannot be read

# %% truncated file
load(b'\x80\x02](K\x01')
#! UnpicklingError: cannot be read

# %% tensor beyond its storage
print(tensor(2, 1, 2, bytes(8)))
#> tensor([0., 0.])
tensor(3, 1, 2, bytes(8))
#! UnpicklingError: is not within the 2 numbers

# %% tensor with overlapping strides
tensor(200, 0, 2, bytes(8))
#! UnpicklingError: is not within the 2 numbers

# %% missing storage
tensor(2, 1, 2, bytes(4))
#! UnpicklingError: it has 4 bytes for 2 numbers

# %% storage of another type
load(b'\x80\x02ctorch\nDoubleStorage\n.')
#! NotImplementedError: torch.DoubleStorage is in the file
