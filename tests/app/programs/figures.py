# Figures of matplotlib, where it is installed: printed as Jupyter prints them. The second program proves what it states
# only after the first.
#: needs = matplotlib
import matplotlib.pyplot as plt

# %% figure is shown and closed
plt.plot([1, 2, 3])
plt.title('losses')
plt.show()
figure, axes = plt.subplots(2, figsize=(3, 2))
axes[0].plot([1, 2])
print(plt.get_fignums(), plt.rcParams['backend'].startswith('module://'))
plt.rcParams['lines.linewidth'] = 9
#> <Figure size 640x480 with 1 Axes>
#> [1] True

# %% settings and figures of an earlier run are reset
print(plt.get_fignums(), plt.rcParams['lines.linewidth'])
#> [] 1.5

# %% tensor is drawn
import io

import torch

x = torch.arange(4.0)
plt.plot(x, x.numpy() ** 2)
plt.imshow(torch.ones(2, 2))
plt.savefig(file := io.BytesIO())
print(file.getvalue()[1:4])
#> b'PNG'
