"""What kvstore='device' does: gradients of all devices are added up on one, which keeps the parameter and updates it;
the new values go out to all."""

import _overlap

apply = _overlap.apply


class Place:
    """Where one parameter's gradients meet."""

    def __init__(self, ordinal, stored):
        self.ordinal = ordinal
        self.stored = stored


def choose(parameters, ordinals):
    """The device of each parameter: the largest first, each to the device that has least so far."""
    load = {ordinal: 0 for ordinal in ordinals}
    chosen = {}
    for parameter in sorted(parameters, key=lambda p: -p.list_data()[0].elements):
        ordinal = min(ordinals, key=load.get)
        load[ordinal] += parameter.list_data()[0].elements
        chosen[parameter.name] = ordinal
    return chosen


def copied(array, ordinal, priority, out=None):
    return _overlap.transfer(array, ordinal, out, priority)


class Exchange:
    def __init__(self, parameters):
        ordinals = [context.ordinal for context in parameters[0].list_ctx()]
        self._places = {}
        for name, ordinal in choose(parameters, ordinals).items():
            self._places[name] = Place(ordinal, None)

    def stored(self, parameter):
        """The parameter as the device that updates it keeps it."""
        place = self._places[parameter.name]
        if place.stored is None:
            place.stored = copied(parameter.on(place.ordinal), place.ordinal, 0)
            _overlap.set_name(place.stored, parameter.name + ' (store)')
        return place.stored

    def reduce(self, parameter, priority):
        """The sum of the gradients, in the order of the devices, so that it is the same in every run."""
        place = self._places[parameter.name]
        total = None
        for gradient in parameter.list_grad():
            if gradient.ordinal != place.ordinal:
                gradient = copied(gradient, place.ordinal, priority)
            total = (
                gradient
                if total is None
                else apply('Add', (total, gradient), 'ElementwiseSum', '{0} + {1}', dispatch='free', priority=priority)
            )
        return total

    def broadcast(self, parameter, values, priority):
        for array in parameter.list_data():
            copied(values, array.ordinal, priority, array)
