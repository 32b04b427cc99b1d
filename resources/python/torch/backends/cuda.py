"""torch.backends.cuda: the format in which products round their factors, which the machine determines."""

import _overlap


def keep_products():
    _overlap.note(
        "TF32 is no setting of the program here, so that this line changes nothing: set the parameter tf32, or choose "
        "this-computer+tf32, where this computer's GPU has TF32. Products of virtual machines are float32."
    )


def set_float32_matmul_precision(precision):
    if precision != 'highest':
        keep_products()


def get_float32_matmul_precision():
    return 'highest'


class _Products:
    @property
    def allow_tf32(self):
        return False

    @allow_tf32.setter
    def allow_tf32(self, value):
        if value:
            keep_products()


matmul = _Products()


def is_built():
    return True
