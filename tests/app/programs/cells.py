# Cells show the result of their last expression, as in a notebook, also constants. A script shows no docstring.

# %% last expressions
# %%
1 + 1
# %%
x = 3
# %%
'a'
[1, 2]
# %%
x;
# %%
None
# %%
len('abc')
#> 2
#> [1, 2]
#> 3

# %% constants
# %%
x = 1
3
# %%
True
# %%
'text'
# %%
'a' 'b'
# %%
None
#> 3
#> True
#> 'text'
#> 'ab'

# %% docstring of a script
'what this is about'

# %% text at the end of a script
x = 1
'what comes after it'

# %% ellipsis at the end of a script
x = 1
...

# %% value at the end of a script
x = 1
x
#> 1
