-- A store of format 2, as this package wrote it: dumped table by table.
CREATE TABLE task (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
    head TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
CREATE TABLE batch (
    task INTEGER NOT NULL REFERENCES task (number),
    key TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    PRIMARY KEY (task, key)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE event (
    task INTEGER NOT NULL REFERENCES task (number),
    seq INTEGER NOT NULL,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    chain TEXT NOT NULL,
    PRIMARY KEY (task, seq)
  ) STRICT;
CREATE TABLE excerpt (
    task INTEGER NOT NULL REFERENCES task (number),
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (task, id)
  ) STRICT;
CREATE TABLE snapshot (
    task INTEGER NOT NULL REFERENCES task (number),
    fold_version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    state BLOB NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (task, fold_version)
  ) STRICT;
INSERT INTO task VALUES (1, 'travel-guide', 10, 'f7ce3adf256891ff8cf0fdf3e3cca17a74de9fb929d145c24dd8def4030ce1c1', '2026-11-30T09:00:00.000Z', '"Write a guide to travel reimbursement: hotel standards, and who approves a trip."');
INSERT INTO task VALUES (2, 'second', 1, 'f8e5e2051922bbfd069bbf2d75c6bd9574040fefa8dcea956d9a6bb884819b46', '2026-11-30T09:00:00.000Z', '"Count the people."');
INSERT INTO batch VALUES (1, 'o1', 7);
INSERT INTO batch VALUES (1, 't1', 4);
INSERT INTO batch VALUES (1, 't2', 9);
INSERT INTO batch VALUES (1, 'task.opened@0', 1);
INSERT INTO batch VALUES (1, 'turn.ended 3', 10);
INSERT INTO batch VALUES (2, 'task.opened@0', 1);
INSERT INTO event VALUES (1, 1, 'task.opened@0', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"environment","type":"task.opened","text":"Write a guide to travel reimbursement: hotel standards, and who approves a trip."}', 'e7f0b0b2f54e262c8b3dcf7194b88b2a4c2e56df987b572bf502cb58c02244e9');
INSERT INTO event VALUES (1, 2, 't1', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"agent","type":"requirement.added","id":"r1","text":"hotel standards","aliases":["住宿标准"],"turn":1}', '1bb4a9934c79f59c3848e4aa13eb69387247ccb6b0d5330070987b885e43cc9f');
INSERT INTO event VALUES (1, 3, 't1', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"agent","type":"requirement.added","id":"r2","text":"who approves a trip","aliases":[],"turn":1}', '9b56bbee86e8b8d1c715549add7ac2ef4bfda1f3b3727e8e8b1a62f49d2a4ac2');
INSERT INTO event VALUES (1, 4, 't1', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"agent","type":"tab.used","turn":1}', 'f34b067056ca0b6504cfe61b078d6f5252d536b180890cf2d96a64a77e707997');
INSERT INTO event VALUES (1, 5, 'o1', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"environment","type":"read.recorded","entry":{"id":"L1","paths":["policies/hotels.txt"],"origin":"read","command":"cat policies/hotels.txt; ls policies","turn":2,"length":55,"partial":false,"hash":"abc","redacted":false,"confidence":1}}', '70c7fed0348875aebe272cdbc8e6ce7989a75763f7d0d6b201ec68054047eca7');
INSERT INTO event VALUES (1, 6, 'o1', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"environment","type":"candidates.listed","paths":["policies/travel_approval_guide.docx","差旅/审批.txt"],"turn":2}', 'e33d7839281dd752236917d6432ffebc8511f7722c836173380c5474671e6723');
INSERT INTO event VALUES (1, 7, 'o1', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"environment","type":"observation.recorded","turn":2}', '44fdbd381bc0f43c87f74e891797712f41e23ea694a774f945aa1256906307a9');
INSERT INTO event VALUES (1, 8, 't2', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"agent","type":"requirement.resolved","id":"r1","outcome":"done","evidence":["L1"],"turn":3,"quote":"at most 350 yuan per night","verdict":"strong"}', '6d4478731fdcaf90df543b8a744b4a7be1b5663b87155a68da47afd3d3480643');
INSERT INTO event VALUES (1, 9, 't2', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"agent","type":"tab.used","turn":3}', '1958250fc25da56dc21f70c797427bfa0a6b3d6067ab85797e20a1c0245b81a9');
INSERT INTO event VALUES (1, 10, 'turn.ended 3', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"environment","type":"turn.ended","turn":3}', 'f7ce3adf256891ff8cf0fdf3e3cca17a74de9fb929d145c24dd8def4030ce1c1');
INSERT INTO event VALUES (2, 1, 'task.opened@0', '{"version":1,"at":"2026-11-30T09:00:00.000Z","actor":"environment","type":"task.opened","text":"Count the people."}', 'f8e5e2051922bbfd069bbf2d75c6bd9574040fefa8dcea956d9a6bb884819b46');
INSERT INTO excerpt VALUES (1, 'L1', '"NUL \u0000, a lone \ud800, it''s 住宿标准: at most 350 yuan per night\n"');
INSERT INTO snapshot VALUES (1, 1, 1, x'7b7d', '0d85bb587e8ec90377a1e26ec5685c223154ab96751f14d1636bd4449ddab73b');
PRAGMA application_id = 1381261666;
PRAGMA user_version = 2;
PRAGMA journal_mode = WAL;
