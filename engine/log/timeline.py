"""The timeline: any position of a line of play, backwards as fast as forwards."""

from __future__ import annotations

from engine.core.effects import invert
from engine.core.places import Places
from engine.core.reducer import apply
from engine.core.state import State
from engine.log.entry import Entry
from engine.log.tree import Log

SNAPSHOT_EVERY = 64


class Timeline:
    """States along one line of a log. Step 0 is before the first entry, step n after the n-th.

    After the line has been walked once, a jump costs at most ``SNAPSHOT_EVERY`` entries of work.
    Snapshots are cached during the walk and share unchanged data.
    """

    def __init__(self, log: Log, places: Places, tip: int | None = None) -> None:
        self.places = places
        self.entries: list[Entry] = log.line(tip)
        self._snapshots: dict[int, State] = {0: State()}
        self._near = 0

    def __len__(self) -> int:
        """Return the number of steps; valid steps are 0 to this number."""
        return len(self.entries)

    def state(self, step: int) -> State:
        """Return the position after a number of entries.

        Raises IndexError outside the line, EffectError if the log's effects contradict each other.
        """
        if not 0 <= step <= len(self.entries):
            raise IndexError(step)
        start = min(self._candidates(step), key=lambda s: abs(s - step))
        state = self._snapshots[start]
        if start <= step:
            for at in range(start, step):
                state = apply(state, self.entries[at].effects, self.places)
                if (at + 1) % SNAPSHOT_EVERY == 0:
                    self._snapshots[at + 1] = state
        else:
            for at in range(start, step, -1):
                state = apply(state, invert(self.entries[at - 1].effects), self.places)
        self._remember(step, state)
        return state

    def step_of(self, entry_id: int) -> int | None:
        """Return the step after an entry; None if the entry is not on this line. O(log n)."""
        low, high = 0, len(self.entries)
        while low < high:
            middle = (low + high) // 2
            if self.entries[middle].id < entry_id:
                low = middle + 1
            else:
                high = middle
        result = low < len(self.entries) and self.entries[low].id == entry_id
        return low + 1 if result else None

    def extend(self, entry: Entry, after: State | None = None) -> None:
        """Append an entry that continues the line.

        ``after`` is the position after the entry, if known.
        """
        self.entries.append(entry)
        if after is not None:
            self._remember(len(self.entries), after)

    def hold(self, step: int, state: State) -> None:
        """Cache the known state after a step."""
        self._remember(step, state)

    def _candidates(self, step: int) -> list[int]:
        below = step - step % SNAPSHOT_EVERY
        wanted = [below, below + SNAPSHOT_EVERY, self._near]
        result = [s for s in wanted if s in self._snapshots]
        # Nothing near has been walked yet: go on from the last snapshot before it.
        return result or [max(s for s in self._snapshots if s <= step)]

    def _remember(self, step: int, state: State) -> None:
        if self._near % SNAPSHOT_EVERY:
            self._snapshots.pop(self._near, None)
        self._near = step
        self._snapshots[step] = state
