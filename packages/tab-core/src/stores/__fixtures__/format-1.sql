-- A store of format 1, as `sqlite3 tab.sqlite .dump` gives it, with the header's two numbers.
PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE task (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
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
    PRIMARY KEY (task, fold_version)
  ) STRICT;
INSERT INTO task VALUES (1, 'travel-guide', 17, '2026-01-02T03:04:06.000Z', '"Write a guide to travel reimbursement: hotel standards, 差旅费 and who approves."');
INSERT INTO task VALUES (2, 'second', 2, '2026-01-02T03:04:15.000Z', '"Count the people."');
INSERT INTO batch VALUES (1, 'finish.checked 1', 17);
INSERT INTO batch VALUES (1, 'source.changed@14 policies/hotels.txt', 15);
INSERT INTO batch VALUES (1, 't1', 5);
INSERT INTO batch VALUES (1, 't2', 8);
INSERT INTO batch VALUES (1, 't3', 10);
INSERT INTO batch VALUES (1, 't4', 12);
INSERT INTO batch VALUES (1, 't5', 14);
INSERT INTO batch VALUES (1, 'task.opened@0', 1);
INSERT INTO batch VALUES (1, 'turn.ended 4', 16);
INSERT INTO batch VALUES (2, 'task.closed@1', 2);
INSERT INTO batch VALUES (2, 'task.opened@0', 1);
INSERT INTO event VALUES (1, 1, 'task.opened@0', '{"version":1,"at":"2026-01-02T03:04:06.000Z","actor":"environment","type":"task.opened","text":"Write a guide to travel reimbursement: hotel standards, 差旅费 and who approves."}');
INSERT INTO event VALUES (1, 2, 't1', '{"version":1,"at":"2026-01-02T03:04:07.000Z","actor":"agent","type":"requirement.added","id":"r1","text":"hotel standards","aliases":[],"turn":1}');
INSERT INTO event VALUES (1, 3, 't1', '{"version":1,"at":"2026-01-02T03:04:07.000Z","actor":"agent","type":"requirement.added","id":"r2","text":"who approves a trip","aliases":["审批"],"turn":1}');
INSERT INTO event VALUES (1, 4, 't1', '{"version":1,"at":"2026-01-02T03:04:07.000Z","actor":"agent","type":"requirement.added","id":"r3","text":"rail class","aliases":[],"turn":1}');
INSERT INTO event VALUES (1, 5, 't1', '{"version":1,"at":"2026-01-02T03:04:07.000Z","actor":"agent","type":"tab.used","turn":1}');
INSERT INTO event VALUES (1, 6, 't2', '{"version":1,"at":"2026-01-02T03:04:08.000Z","actor":"environment","type":"read.recorded","entry":{"id":"L1","paths":["policies/hotels.txt"],"origin":"read","command":"ls policies; cat policies/hotels.txt","turn":2,"length":45,"range":{"unit":"line","start":1,"end":2},"partial":false,"hash":"sha256:00","redacted":false,"confidence":1}}');
INSERT INTO event VALUES (1, 7, 't2', '{"version":1,"at":"2026-01-02T03:04:08.000Z","actor":"environment","type":"candidates.listed","paths":["policies/travel_approval_guide.docx","notes/menu.txt"],"turn":2}');
INSERT INTO event VALUES (1, 8, 't2', '{"version":1,"at":"2026-01-02T03:04:08.000Z","actor":"environment","type":"observation.recorded","turn":2}');
INSERT INTO event VALUES (1, 9, 't3', '{"version":1,"at":"2026-01-02T03:04:09.000Z","actor":"environment","type":"read.recorded","entry":{"id":"L2","paths":["rail.txt"],"origin":"search","command":"grep -n 差旅 rail.txt","turn":3,"length":33,"range":{"unit":"line","start":3,"end":3},"partial":true,"redacted":false,"confidence":1}}');
INSERT INTO event VALUES (1, 10, 't3', '{"version":1,"at":"2026-01-02T03:04:09.000Z","actor":"environment","type":"observation.recorded","turn":3}');
INSERT INTO event VALUES (1, 11, 't4', '{"version":1,"at":"2026-01-02T03:04:10.000Z","actor":"agent","type":"requirement.resolved","id":"r1","outcome":"done","evidence":["L1"],"turn":4,"quote":"At most 350 yuan per night","value":"350 yuan","verdict":"strong"}');
INSERT INTO event VALUES (1, 12, 't4', '{"version":1,"at":"2026-01-02T03:04:10.000Z","actor":"agent","type":"tab.used","turn":4}');
INSERT INTO event VALUES (1, 13, 't5', '{"version":1,"at":"2026-01-02T03:04:11.000Z","actor":"agent","type":"requirement.resolved","id":"r3","outcome":"unavailable","evidence":[],"reason":"not found after searching policies","turn":4}');
INSERT INTO event VALUES (1, 14, 't5', '{"version":1,"at":"2026-01-02T03:04:11.000Z","actor":"agent","type":"tab.used","turn":4}');
INSERT INTO event VALUES (1, 15, 'source.changed@14 policies/hotels.txt', '{"version":1,"at":"2026-01-02T03:04:12.000Z","actor":"environment","type":"source.changed","path":"policies/hotels.txt","before":"sha256:00","after":"sha256:11","byAgent":true}');
INSERT INTO event VALUES (1, 16, 'turn.ended 4', '{"version":1,"at":"2026-01-02T03:04:13.000Z","actor":"environment","type":"turn.ended","turn":4}');
INSERT INTO event VALUES (1, 17, 'finish.checked 1', '{"version":1,"at":"2026-01-02T03:04:14.000Z","actor":"environment","type":"finish.checked","turn":5,"sentBack":true}');
INSERT INTO event VALUES (2, 1, 'task.opened@0', '{"version":1,"at":"2026-01-02T03:04:15.000Z","actor":"environment","type":"task.opened","text":"Count the people."}');
INSERT INTO event VALUES (2, 2, 'task.closed@1', '{"version":1,"at":"2026-01-02T03:04:16.000Z","actor":"environment","type":"task.closed"}');
INSERT INTO excerpt VALUES (1, 'L1', '"Hotel standards\r\nAt most 350 yuan per night.\n"');
INSERT INTO excerpt VALUES (1, 'L2', '"NUL \u0000, a lone \ud800, it''s 差旅费 and 😀\n"');
INSERT INTO snapshot VALUES (1, 1, 3, x'7b7d');
PRAGMA application_id = 1381261666;
PRAGMA user_version = 1;
COMMIT;
