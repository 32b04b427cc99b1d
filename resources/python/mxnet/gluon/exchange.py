"""kvstore='device': for each parameter, one device sums the gradients of all devices and updates the parameter; the
new values are copied to all devices."""

import _overlap

apply = _overlap.apply


class Place:
    """The device that sums the gradients of one parameter, and its stored copy of the parameter."""

    def __init__(self, ordinal, stored):
        self.ordinal = ordinal
        self.stored = stored


def choose(parameters, ordinals):
    """Assigns a device to each parameter, largest first, each to the device with the fewest elements so far."""
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
        """The copy of the parameter on the device that updates it; made at the first call."""
        place = self._places[parameter.name]
        if place.stored is None:
            place.stored = copied(parameter.on(place.ordinal), place.ordinal, 0)
            _overlap.set_name(place.stored, parameter.name + " (store)")
        return place.stored

    def reduce(self, parameter, priority):
        """Sums the gradients in the order of the devices, so that every run gives the same bits."""
        place = self._places[parameter.name]
        total = None
        for gradient in parameter.list_grad():
            if gradient.ordinal != place.ordinal:
                gradient = copied(gradient, place.ordinal, priority)
            total = (
                gradient
                if total is None
                else apply("Add", (total, gradient), "ElementwiseSum", "{0} + {1}", dispatch="free", priority=priority)
            )
        return total

    def broadcast(self, parameter, values, priority):
        for array in parameter.list_data():
            copied(values, array.ordinal, priority, array)
