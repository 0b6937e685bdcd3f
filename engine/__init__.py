"""The engine: boards, rules, logs, replay and reports. Knows no Qt and prints nothing."""
