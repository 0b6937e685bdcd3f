"""Commands about rules: audit of a log, odds of an attack, legal destinations, supply of a side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from engine.cli.console import (
    FOUND,
    JsonOpt,
    LineOpt,
    LogArg,
    echo,
    out,
    print_json,
    report_damage,
    show,
    warn,
    warn_of,
)
from engine.core.errors import UserError
from engine.games import DEFAULT, require_rulebook
from engine.i18n import decimal, has, localized, t
from engine.log.signers import signature_problems, some
from engine.play.game import Recording
from engine.play.scrutiny import scrutinise
from engine.probe import Probe
from engine.probe.questions import supply as supply_lines
from engine.request_fields import Refused
from engine.rules.base.clauses import rulebook_order

ScenarioOpt = Annotated[str, typer.Option("--scenario", help=t("cli.arg.scenario"))]
GameOpt = Annotated[str, typer.Option("--game", help=t("cli.rules.game"), metavar="GAME")]
LogOpt = Annotated[Path | None, typer.Option("--log", help=t("cli.arg.log"), metavar="FILE")]
AtOpt = Annotated[int | None, typer.Option("--at", min=0, help=t("cli.state.at"), metavar="N")]


def audit(
    file: LogArg,
    everything: Annotated[bool, typer.Option("--all", help=t("cli.audit.all"))] = False,
    line: LineOpt = None,
    as_json: JsonOpt = False,
) -> None:
    """Check every entry of a log against the rules."""
    from engine.play.audit import Finding
    from engine.play.audit import audit as judge

    recording = Recording.load(file, line=line)
    warn_of(recording)
    book = require_rulebook(recording.module.meta.id)
    ruleset = book.ruleset(recording.log.header.scenario, recording.module)
    with out.status(t("cli.audit.progress", path=file)):
        judgement = judge(recording, ruleset)
        scrutiny = scrutinise(recording)
    forged = signature_problems(recording.log)
    breaches = {(f.entry, f.rule, f.level) for f in judgement.findings}
    judgement.findings += [
        Finding(f.entry, f.sentence, f.rule, f.level, f.text)
        for f in scrutiny.faults
        if (f.entry, f.rule, f.level) not in breaches  # what the rules said of it already
    ]
    judgement.findings.sort(key=lambda f: f.entry)
    shown = [f for f in judgement.findings if everything or f.level != "info"]
    if as_json:
        data = {**asdict(judgement), "findings": [asdict(f) for f in shown]}
        stretches = [asdict(stretch) for stretch in scrutiny.stretches]
        more = {"stretches": stretches, "signatures": forged}
        print_json({"path": str(file), "rules": book.version, **data, **more})
    else:
        if shown:
            table = _table("cli.audit", "entry", "sentence", "rule", "level", "text")
            for f in shown:
                table.add_row(str(f.entry), f.sentence, f.rule, t(f"cli.level.{f.level}"), f.text)
            out.print(table)
        for stretch in scrutiny.stretches:
            show(str(stretch), "red")
        for sentence in some(forged):
            show(sentence, "red")
        echo(
            "cli.audit.done",
            entries=judgement.entries,
            judged=judgement.judged,
            breaches=len(judgement.breaches),
            rules=book.version,
            before=judgement.recorded_with,
        )
    if judgement.breaches or scrutiny.stretches or forged:
        raise typer.Exit(FOUND)
    report_damage(recording)


def odds(
    target: Annotated[str, typer.Argument(help=t("cli.odds.target"), metavar="HEX")],
    attackers: Annotated[list[str], typer.Argument(help=t("cli.odds.attackers"), metavar="UNIT")],
    artillery: Annotated[
        list[str] | None, typer.Option("--artillery", help=t("cli.odds.artillery"), metavar="UNIT")
    ] = None,
    air: Annotated[int, typer.Option(min=0, max=9, help=t("cli.odds.air"))] = 0,
    lead: Annotated[str | None, typer.Option(help=t("cli.odds.lead"))] = None,
    attached: Annotated[str | None, typer.Option(help=t("cli.odds.attached"))] = None,
    game: GameOpt = DEFAULT,
    scenario: ScenarioOpt = "",
    log: LogOpt = None,
    at: AtOpt = None,
    as_json: JsonOpt = False,
) -> None:
    """Print the odds of an attack, item by item."""
    table = _Position(game, scenario, log, at)
    attackers, guns = table.ids(attackers), table.ids(artillery or ())
    fields: dict[str, Any] = {
        "target": target,
        "attackers": attackers,
        "artillery": guns,
        "air": air,
    }
    fields |= {"lead": lead} if lead else {}
    fields |= {"attached": table.ids([attached])[0]} if attached else {}
    answer = table.ask("odds", **fields)
    if as_json:
        print_json(answer)
        return
    strengths = _table("cli.odds", "unit", "side", "printed", "used", "why")
    for share in answer["strengths"]:
        why = ", ".join(_times(table, reason) for reason in share["why"])
        side = "attack" if share["unit"] in (*attackers, *guns) else "defense"
        numbers = localized(str(share["printed"])), localized(str(share["used"]))
        strengths.add_row(table.unit(share["unit"]), t(f"cli.odds.{side}"), *numbers, why)
    out.print(strengths)
    shifts = _table("cli.odds", "shift", "by", "rule")
    sums = {name: answer[name] for name in ("attack", "defense", "ratio")}
    shifts.add_row(t("cli.odds.ratio", **sums), "", "9.3")
    for shift in answer["shifts"]:
        shifts.add_row(shift["why"], f"{shift['by']:+d}", shift["rule"])
    out.print(shifts)
    if answer["lead"]:
        echo("cli.odds.led", lead=answer["lead"], attached=_name(table, answer["attached"]))
    results = Table(t("cli.odds.die"), *answer["results"])
    results.add_row(answer["column"], *answer["results"].values())
    out.print(results)
    _verdicts(answer)


def why_not(
    place: Annotated[str, typer.Argument(help=t("cli.why_not.place"), metavar="HEX")],
    units: Annotated[list[str], typer.Argument(help=t("cli.why_not.units"), metavar="UNIT")],
    game: GameOpt = DEFAULT,
    scenario: ScenarioOpt = "",
    log: LogOpt = None,
    at: AtOpt = None,
    as_json: JsonOpt = False,
) -> None:
    """Print why units cannot enter a hex, and their alternatives."""
    table = _Position(game, scenario, log, at)
    units = table.ids(units)
    if all(table.at(unit) == place for unit in units):
        raise UserError(t("cli.why_not.there", hex=place))
    answer = table.ask("why_not", units=units, hex=place)
    move = {"kind": "move", "units": units, "path": answer["path"], "mode": answer["mode"]}
    ways = table.ask("ways_out", action=move)["ways"]
    if as_json:
        print_json({**answer, "instead": ways})
        return
    _verdicts(answer)
    if not any(verdict["level"] == "forbid" for verdict in answer["verdicts"]):
        echo("cli.why_not.may", way=" ".join(answer["path"]))
    elif ways:
        echo("cli.why_not.instead")
        for alternative in ways:
            show(f"- {alternative['sentence']}")
    else:
        echo("cli.why_not.nothing")


def supply(
    side: Annotated[str, typer.Argument(help=t("cli.supply.side"), metavar="SIDE")],
    units: Annotated[
        list[str] | None, typer.Argument(help=t("cli.supply.units"), metavar="UNIT")
    ] = None,
    cut: Annotated[bool, typer.Option("--cut", help=t("cli.supply.cut"))] = False,
    game: GameOpt = DEFAULT,
    scenario: ScenarioOpt = "",
    log: LogOpt = None,
    at: AtOpt = None,
    as_json: JsonOpt = False,
) -> None:
    """Print the supply state of a side's units."""
    table = _Position(game, scenario, log, at)
    answer: dict[str, Any] = table.supply(side)
    units = table.ids(units or ())
    for name in units:
        if name not in answer:
            raise UserError(t("cli.supply.other", unit=name, side=table.side_name(side)))
    lines = {
        name: line
        for name, line in answer.items()
        if name in (units or answer) and not (cut and line["supplied"])
    }
    if as_json:
        print_json({"units": lines})
        return
    rows = _table("cli.supply", "unit", "hex", "source", "path")
    for name, line in lines.items():
        where = line["path"][0] if line["path"] else table.at(name)
        if line["supplied"]:
            path = " ".join(line["path"]) + (t("cli.supply.canal") if "over_canal" in line else "")
            rows.add_row(table.unit(name), where, table.source(line["source"]), path)
        else:
            reasons = "\n".join(_cut(table, one) for one in line["cut"] or ())
            reasons = reasons or t("cli.supply.far")
            rows.add_row(table.unit(name), where, t("cli.supply.none"), reasons, style="red")
    if rows.row_count:
        out.print(rows)
    broken = {one["rule"] for line in lines.values() for one in line["cut"] or ()}
    for rule in sorted(broken, key=rulebook_order):
        echo("cli.supply.rule", rule=rule, title=table.titles.get(rule, ""))
    supplied = sum(line["supplied"] for line in answer.values())
    echo("cli.supply.done", supplied=supplied, units=len(answer))


class _Position:
    """A position queried through the probe's questions."""

    def __init__(self, game: str, scenario: str, log: Path | None, at: int | None) -> None:
        if log is not None and (game != DEFAULT or scenario):
            raise UserError(t("cli.position.log"))
        if log is None and at is not None:
            raise UserError(t("cli.position.at"))
        self._probe = Probe()
        asked: dict[str, Any] = {"log": str(log)} if log else {"game": game, "scenario": scenario}
        if at is not None:
            asked["at"] = at
        loaded = self._answer({"op": "load", **asked})
        for warning in loaded["warnings"]:
            warn(warning)
        self._handle = loaded["pos"]
        self._units: Mapping[str, Any] = self.ask("state")["units"]
        ruleset = self._probe.ruleset(self._handle)
        self._module, self.titles = ruleset.module, ruleset.titles

    def ask(self, op: str, **fields: Any) -> Any:
        """Return the answer to a question. Raises UserError with the probe's message."""
        return self._answer({"op": op, "pos": self._handle, **fields})

    def supply(self, side: str) -> Any:
        """Return the supply of a side's units, by unit. Raises UserError.

        This is the question of all games, even where a game has one of the same name.
        """
        try:
            return supply_lines(self._probe.answers(self._handle), {"side": side})["units"]
        except Refused as refusal:
            raise UserError(str(refusal)) from None

    def _answer(self, request: Mapping[str, Any]) -> Any:
        answer = self._probe.answer(dict(request))
        if not answer["ok"]:
            raise UserError(answer["error"]["message"])
        return answer["result"]

    def unit(self, name: str) -> str:
        """Return a unit's name, with its id if that differs."""
        piece = self._units.get(name)
        title = self._module.unit_name(piece["counter"] if piece else name)
        return title if title == name else f"{title} [{name}]"

    def source(self, source: str | None) -> str:
        """Return the name of a source of supply; its id where the game has no words for it."""
        for area in ("source", "supplied"):
            key = f"{area}.{self._module.meta.id}.{source}"
            if has(key):
                return t(key).rstrip(".")
        return source or "–"

    def rule(self, number: str) -> str:
        """Return the title of a rule with its number."""
        title = self.titles.get(number, "")
        return f"{title} ({number})" if title else number

    def ids(self, names: Iterable[str]) -> list[str]:
        """Return the ids of units given by name or id. Raises UserError for others."""
        return [self._id(name) for name in names]

    def _id(self, name: str) -> str:
        if name in self._units:
            return name
        found = [u for u, p in self._units.items() if self._module.unit_name(p["counter"]) == name]
        if len(found) > 1:
            raise UserError(t("cli.error.same_name", name=name, ids=", ".join(found)))
        if not found:
            raise UserError(t("probe.unit", unit=name))
        return found[0]

    def side_name(self, side: str) -> str:
        """Return the name of a side."""
        return self._module.side_name(side)

    def at(self, name: str) -> str:
        """Return the place of a unit."""
        return str(self._units[name]["at"])


def _times(table: _Position, reason: Mapping[str, Any]) -> str:
    rule = table.rule(reason["rule"])
    return t("cli.odds.times", factor=decimal(reason["factor"], "g"), rule=rule)


def _cut(table: _Position, cut: Mapping[str, Any]) -> str:
    words = f"{cut['hex']} ({cut['rule']})"
    return f"{words} {table.unit(cut['unit'])}" if cut["unit"] else words


def _name(table: _Position, unit: str | None) -> str:
    return table.unit(unit) if unit else "–"


def _verdicts(answer: Mapping[str, Any]) -> None:
    for verdict in answer["verdicts"]:
        style = {"forbid": "red", "warn": "yellow"}.get(verdict["level"])
        line = f"{verdict['rule']}: {verdict['text']}"
        show(line, style)
        if verdict["fix"]:
            show(t("cli.fix", fix=verdict["fix"]))


def _table(area: str, *columns: str) -> Table:
    return Table(*(t(f"{area}.column.{name}") for name in columns), highlight=False)
