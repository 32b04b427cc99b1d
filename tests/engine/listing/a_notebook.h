#pragma once

namespace tests {

/// A notebook as nbformat writes it (Python's json with indent=1, sort_keys, no ASCII escapes). It contains values that
/// a conversion easily changes: floats, large integers, control characters.
inline constexpr const char* kNotebook = R"nb({
 "cells": [
  {
   "attachments": {
    "p.png": {
     "image/png": "iVBORw0KGgo="
    }
   },
   "cell_type": "markdown",
   "id": "0a1b",
   "metadata": {
    "tags": [
     "intro"
    ]
   },
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
   "source": [
    "---\n",
    "layout: post\n",
    "---"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 7,
   "id": "3c4d",
   "metadata": {
    "collapsed": false,
    "tags": [
     "setup"
    ]
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "\u001b[32m ok } ] \" \\\t\n"
     ]
    }
   ],
   "source": [
    "%matplotlib inline\n",
    "!pip install d2l\n",
    "# !a comment\n",
    "import torch\n",
    "# %% no cell\n",
    "x = 'ü本🐍'  # \"{[\\\n"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 8,
   "id": "5e6f",
   "metadata": {},
   "outputs": [
    {
     "data": {
      "application/vnd.plotly.v1+json": {
       "empty": {},
       "none": null,
       "x": [
        1e-07,
        0.1,
        1.0,
        -0.0,
        1e+16,
        1234567890123456.0,
        1e+40,
        123456789012345678901234567890,
        -9223372036854775808,
        18446744073709551615
       ],
       "yes": true
      },
      "text/plain": [
       "1e-07"
      ]
     },
     "execution_count": 8,
     "metadata": {},
     "output_type": "execute_result"
    }
   ],
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
   "source": [
    "%%bash\n",
    "ls -l"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "d2l (local)",
   "language": "python",
   "name": "d2l"
  },
  "mine": {
   "big": 1e+40,
   "pi": 3.14
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
)nb";

}  // namespace tests
