#pragma once

namespace tests {

/// As Jupyter writes one, with all that a listing does not show.
inline constexpr const char* kNotebook = R"nb({
 "cells": [
  {
   "cell_type": "markdown",
   "id": "0a1b",
   "metadata": {"tags": ["intro"]},
   "attachments": {"p.png": {"image/png": "iVBORw0KGgo="}},
   "source": [
    "# Title\n",
    "\n",
    "%% words ![p](attachment:p.png)"
   ]
},
  {
   "cell_type": "raw",
   "id": "raw-1",
   "metadata": {},
   "source": "---\nlayout: post\n---"
  },
  {
   "cell_type": "code",
   "execution_count": 7,
   "id": "3c4d",
   "metadata": {"tags": ["setup"], "collapsed": false},
   "outputs": [{"name": "stdout", "output_type": "stream", "text": ["\u001b[32m ok } ] \" \\\n"]}],
   "source": [
    "%matplotlib inline\n",
    "!pip install d2l\n",
    "# !a comment\n",
    "import torch\n",
    "# %% no cell\n",
    "x = 'ü\u00a0本'  # \"{[\\\n"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 8,
   "id": "5e6f",
   "metadata": {},
   "outputs": [{"data": {"text/plain": ["1e-07"]}, "execution_count": 8, "metadata": {}, "output_type": "execute_result"}],
   "source": [
    "%%time\n",
    "y = 1.0E-7\n",
    "\n",
    "\n"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": null,
   "id": "7081",
   "metadata": {},
   "outputs": [],
   "source": []
  },
  {
   "cell_type": "code",
   "execution_count": 9,
   "id": "9a9b",
   "metadata": {},
   "outputs": [],
   "source": ["%%bash\n", "ls -l"]
  }
 ],
 "metadata": {
  "kernelspec": {"display_name": "d2l (local)", "language": "python", "name": "d2l"},
  "mine": {"pi": 3.14000, "big": 1E40}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
)nb";

}  // namespace tests
