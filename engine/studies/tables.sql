-- The tables of a library of games. docs/studies.md shows the comments.

CREATE TABLE game (
    game TEXT PRIMARY KEY, bytes BIGINT, changed BIGINT, log TEXT, module TEXT, title TEXT, scenario TEXT,
    rules TEXT, entries INTEGER, turns INTEGER, winner TEXT, combination TEXT, seed BIGINT
);
COMMENT ON TABLE game IS 'A row for each recorded game.';
COMMENT ON COLUMN game.game IS 'path of the log below the folder of the library';
COMMENT ON COLUMN game.bytes IS 'size of the log when it was read';
COMMENT ON COLUMN game.changed IS 'time of its last change then, in nanoseconds since 1970';
COMMENT ON COLUMN game.log IS 'id in the header of the log';
COMMENT ON COLUMN game.module IS 'id of the game, for example holland44';
COMMENT ON COLUMN game.title IS 'title of the log';
COMMENT ON COLUMN game.scenario IS 'id of the scenario';
COMMENT ON COLUMN game.rules IS 'off, advisory or enforced at the end';
COMMENT ON COLUMN game.entries IS 'number of entries of the main line';
COMMENT ON COLUMN game.turns IS 'turn of the last entry';
COMMENT ON COLUMN game.winner IS 'side that has won by the rules; NULL for an unfinished game, a draw or a game without rules';
COMMENT ON COLUMN game.combination IS 'players, options and house rules of the study that played it; NULL for other logs';
COMMENT ON COLUMN game.seed IS 'seed of the study that played it';

CREATE TABLE side (game TEXT, side TEXT, player TEXT, lost INTEGER, points DOUBLE, luck DOUBLE);
COMMENT ON TABLE side IS 'A row for each side of a game.';
COMMENT ON COLUMN side.player IS 'player named in the header, for example computer:recruit';
COMMENT ON COLUMN side.lost IS 'steps lost';
COMMENT ON COLUMN side.points IS 'victory points at the end';
COMMENT ON COLUMN side.luck IS 'sum of the luck in its combats, in steps';

CREATE TABLE option (game TEXT, name TEXT, value TEXT);
COMMENT ON TABLE option IS 'Optional rules, readings and house rules of a game; a house rule is named "house " and its number.';

CREATE TABLE turn (game TEXT, turn INTEGER, entry INTEGER, side TEXT, lost INTEGER, points DOUBLE, objectives DOUBLE, hexes INTEGER, luck DOUBLE);
COMMENT ON TABLE turn IS 'A row for each side at the end of each turn.';
COMMENT ON COLUMN turn.entry IS 'last entry of the turn';
COMMENT ON COLUMN turn.objectives IS 'worth of the objectives that the side controls';
COMMENT ON COLUMN turn.hexes IS 'hexes that the side controls by a change of control';

CREATE TABLE phase (game TEXT, number INTEGER, turn INTEGER, phase TEXT, side TEXT, first_entry INTEGER, entries INTEGER);
COMMENT ON TABLE phase IS 'A row for each phase that was played, numbered from 1.';
COMMENT ON COLUMN phase.side IS 'active side';

CREATE TABLE combat (
    game TEXT, entry INTEGER, turn INTEGER, side TEXT, against TEXT, target TEXT, label TEXT, attack DOUBLE, defense DOUBLE,
    "column" TEXT, result TEXT, worth DOUBLE, expected DOUBLE
);
COMMENT ON TABLE combat IS 'A row for each combat.';
COMMENT ON COLUMN combat.side IS 'attacking side';
COMMENT ON COLUMN combat.attack IS 'strength of the attack, if known';
COMMENT ON COLUMN combat.worth IS 'worth of the result to the attacker, in steps';
COMMENT ON COLUMN combat.expected IS 'mean worth of the column; worth minus expected is the luck';

CREATE TABLE throw (game TEXT, entry INTEGER, turn INTEGER, side TEXT, purpose TEXT, sides INTEGER, value INTEGER);
COMMENT ON TABLE throw IS 'A row for each die.';
COMMENT ON COLUMN throw.purpose IS 'reason given in the log';
COMMENT ON COLUMN throw.sides IS 'number of sides of the die';

CREATE TABLE unit (game TEXT, unit TEXT, name TEXT, side TEXT, formation TEXT, hexes INTEGER, attacks INTEGER, defences INTEGER, lost INTEGER, gone BOOLEAN, last_turn INTEGER, last_hex TEXT);
COMMENT ON TABLE unit IS 'A row for each unit that did something.';
COMMENT ON COLUMN unit.hexes IS 'hexes moved';
COMMENT ON COLUMN unit.gone IS 'whether it was eliminated';
COMMENT ON COLUMN unit.last_turn IS 'turn of its last event';
COMMENT ON COLUMN unit.last_hex IS 'hex that it last entered';

CREATE TABLE hexside (game TEXT, entry INTEGER, turn INTEGER, hexside TEXT, before TEXT, after TEXT);
COMMENT ON TABLE hexside IS 'A row for each change of a hexside: bridges blown, repaired, built.';

CREATE TABLE supply (game TEXT, turn INTEGER, side TEXT, level TEXT, units INTEGER);
COMMENT ON TABLE supply IS 'Units of a side by supply level at the end of each turn, in games with rules.';
