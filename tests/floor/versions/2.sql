CREATE SCHEMA eztrak;
CREATE FUNCTION eztrak.keep() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN RAISE EXCEPTION 'the events are append-only: nothing is edited or deleted'; END $$;
CREATE TABLE eztrak.events (
    history integer NOT NULL,
    seq bigint NOT NULL,
    at text NOT NULL,
    mono bigint NOT NULL,
    boot text NOT NULL,
    kind text NOT NULL,
    data json NOT NULL,
    hash text NOT NULL
);
CREATE TABLE eztrak.games (
    hash text NOT NULL,
    text text NOT NULL
);
CREATE TABLE eztrak.hands (
    history integer NOT NULL,
    shoe bigint NOT NULL,
    hand integer NOT NULL,
    outcome text NOT NULL,
    marks jsonb NOT NULL,
    free integer NOT NULL,
    voided integer NOT NULL,
    entered_at timestamp with time zone NOT NULL,
    place integer NOT NULL,
    corrected integer NOT NULL,
    dealer integer NOT NULL,
    player_cards text NOT NULL,
    banker_cards text NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE eztrak.histories (
    history integer NOT NULL,
    origin text NOT NULL,
    room text NOT NULL,
    table_name text NOT NULL
);
ALTER TABLE eztrak.histories ALTER COLUMN history ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME eztrak.histories_history_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE eztrak.shoes (
    history integer NOT NULL,
    shoe bigint NOT NULL,
    table_name text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    game text NOT NULL,
    game_hash text NOT NULL,
    decks integer NOT NULL,
    hands integer NOT NULL,
    free integer NOT NULL,
    voided integer NOT NULL,
    counts jsonb NOT NULL,
    seal text,
    first_seq bigint NOT NULL,
    last_seq bigint
);
CREATE TABLE eztrak.version (
    version integer NOT NULL
);
INSERT INTO eztrak.events VALUES (1, 1, '2026-01-01T20:00:00.000Z', 0, 'boot-1', 'start', '{"table":"Table 1","version":"0.1.0"}', 'a16933dadf61ba309b3f34b625024e00f9241709a706f4c7e9895c4a732f5be9');
INSERT INTO eztrak.events VALUES (1, 2, '2026-01-01T20:00:00.000Z', 0, 'boot-1', 'terms', '{"by":"config","terms":{"decks":8,"fees":{},"fees_allowed":false,"highest_wager":null,"languages":["en"],"limit":[1000,30000],"open":true,"origin":"first","profile":"washington","timer_seconds":20,"wager_limits":{},"wagers":["player","banker","tie","dragon7","panda8"]}}', 'b0826f47ee02182c4a039c4c3a24e8c18bedaf6cfeac87f7366f0a2905eef596');
INSERT INTO eztrak.events VALUES (1, 3, '2026-01-01T20:00:02.000Z', 2000000000, 'boot-1', 'shoe_start', '{"shoe":1,"staff":{"dealer":0,"pins":{},"wrong_pins":0},"table":"Table 1","terms":{"decks":8,"fees":{},"fees_allowed":false,"highest_wager":null,"languages":["en"],"limit":[1000,30000],"open":true,"origin":"first","profile":"washington","timer_seconds":20,"wager_limits":{},"wagers":["player","banker","tie","dragon7","panda8"]}}', 'be414bb3147ff6a47ad67facefaafa94b118ab131780cde8f0fdc00ca361a439');
INSERT INTO eztrak.events VALUES (1, 4, '2026-01-01T20:00:03.000Z', 3000000000, 'boot-1', 'hand', '{"hand":1,"outcome":"P","shoe":1}', '64e5044e3b87839ea7d647c539d36d27a13fad89d46cc34ed276840ef39ca5aa');
INSERT INTO eztrak.events VALUES (1, 5, '2026-01-01T20:00:04.000Z', 4000000000, 'boot-1', 'hand', '{"hand":2,"natural":1,"outcome":"B","shoe":1}', '53accb174b7c4d650f41ad187c38ee1e33e7b156096ffb4cc5a22a093af60a6b');
INSERT INTO eztrak.events VALUES (1, 6, '2026-01-01T20:00:05.000Z', 5000000000, 'boot-1', 'hand', '{"hand":3,"outcome":"T","shoe":1}', '4034534eb75b69ff1d46bbf8b177b38461bbc7ce801e575f0d14cdb98314621c');
INSERT INTO eztrak.events VALUES (1, 7, '2026-01-01T20:00:06.000Z', 6000000000, 'boot-1', 'hand', '{"dragon7":1,"hand":4,"outcome":"B","shoe":1}', 'b3b11dd98338b506a7eb228e49b9b3000f4f5f9506b86c752f21dae26d147818');
INSERT INTO eztrak.events VALUES (1, 8, '2026-01-01T20:00:07.000Z', 7000000000, 'boot-1', 'hand', '{"hand":5,"outcome":"P","panda8":1,"shoe":1}', 'a075cf1e74ae0d55ce2b6e9f480f597938aee59a870a42346bdd9776a5a29493');
INSERT INTO eztrak.events VALUES (1, 9, '2026-01-01T20:00:08.000Z', 8000000000, 'boot-1', 'hand', '{"free":1,"hand":6,"outcome":"P","shoe":1}', '18c2095add052b1bb6c1dff778ce76e9b09c8abe721517ae53de3e2eddb7efc4');
INSERT INTO eztrak.events VALUES (1, 10, '2026-01-01T20:00:09.000Z', 9000000000, 'boot-1', 'hand', '{"hand":7,"outcome":"B","shoe":1}', 'dff79fb96f73a96610a8442781b445345a6b9fcb25d097601e2e9929e337a2c4');
INSERT INTO eztrak.events VALUES (1, 11, '2026-01-01T20:00:10.000Z', 10000000000, 'boot-1', 'void', '{"by":"dealer","hand":7,"outcome":"B","reason":"taken back","shoe":1}', 'd635bec97a4b51e5468f05cfe3ec0fba081dde5d9fb16732a66d220a0245237e');
INSERT INTO eztrak.events VALUES (1, 12, '2026-01-01T20:00:11.000Z', 11000000000, 'boot-1', 'hand', '{"hand":8,"natural":1,"outcome":"T","shoe":1}', 'b926a7e1744d191ca46176a7c6a59fda9bffe755b4214c283a21fb063f1bd4aa');
INSERT INTO eztrak.events VALUES (1, 13, '2026-01-01T20:00:12.000Z', 12000000000, 'boot-1', 'hand', '{"dragon7":1,"free":1,"hand":9,"outcome":"B","shoe":1}', '12529bf9e85a0721e92541083f0812f2475fa1dcdf960dde25b0db9622f11787');
INSERT INTO eztrak.events VALUES (1, 14, '2026-01-01T20:00:13.000Z', 13000000000, 'boot-1', 'hand', '{"hand":10,"outcome":"P","panda8":1,"shoe":1}', 'e737f48e5ca8ceee77555dd56ffff2a638809520589b1181c3ce2a1b35bd1bc1');
INSERT INTO eztrak.events VALUES (1, 15, '2026-01-01T20:00:14.000Z', 14000000000, 'boot-1', 'void', '{"by":"dealer","hand":10,"outcome":"P","panda8":1,"reason":"taken back","shoe":1}', 'ba75593d09b6eb57f1aa6398bfb530828bcd0b1ba463d06728d2e5e4b2e47a94');
INSERT INTO eztrak.events VALUES (1, 16, '2026-01-01T20:00:15.000Z', 15000000000, 'boot-1', 'dealer', '{"by":"supervisor 7","dealer":12}', '862a9284baa1dcfee141104b5ecf5015063c2798c9bf97d01bbb3cd4d9f07015');
INSERT INTO eztrak.events VALUES (1, 17, '2026-01-01T20:00:16.000Z', 16000000000, 'boot-1', 'void', '{"by":"supervisor 7","hand":2,"natural":1,"outcome":"B","reason":"mis-keyed","shoe":1}', 'c52b5fd601c754560c8c2bb4cca6dd4c031e13547dd7aae38d32c805afe5a945');
INSERT INTO eztrak.events VALUES (1, 18, '2026-01-01T20:00:17.000Z', 17000000000, 'boot-1', 'change', '{"by":"supervisor 7","dragon7":1,"hand":7,"outcome":"B","reason":"wrong key","shoe":1,"was":"Bx"}', '2121512e80e39aef8742b4772fb89cf8e631b0390331142ca502c51361fbdb1f');
INSERT INTO eztrak.events VALUES (1, 19, '2026-01-01T20:00:18.000Z', 18000000000, 'boot-1', 'insert', '{"after":3,"by":"supervisor 7","hand":11,"outcome":"P","panda8":1,"reason":"not entered","shoe":1}', 'cbaf7b0506856f009271a046850338dbcab505d2644cd0f8fe00240f600e4c61');
INSERT INTO eztrak.events VALUES (1, 20, '2026-01-01T20:00:19.000Z', 19000000000, 'boot-1', 'terms', '{"by":"config","terms":{"decks":8,"fees":{"banker":100},"fees_allowed":true,"highest_wager":null,"languages":["en"],"limit":[1000,30000],"open":true,"origin":"second","profile":"washington","timer_seconds":20,"wager_limits":{"tie":[500,5000]},"wagers":["player","banker","tie","dragon7"]}}', 'bbab520ee066f43dba7c0b195cd6cf3d62eb4f1f83df69e30e93c2bd62e95573');
INSERT INTO eztrak.events VALUES (1, 21, '2026-01-01T20:00:20.000Z', 20000000000, 'boot-1', 'shoe_end', '{"hands":9,"shoe":1}', 'bea524b926e9f00eed8734bd4f06f71fdc8661adab46c512bbf1ad815ed065e5');
INSERT INTO eztrak.events VALUES (1, 22, '2026-01-01T20:00:20.000Z', 20000000000, 'boot-1', 'shoe_start', '{"shoe":2,"staff":{"dealer":12,"pins":{},"wrong_pins":0},"table":"Table 1","terms":{"decks":8,"fees":{"banker":100},"fees_allowed":true,"highest_wager":null,"languages":["en"],"limit":[1000,30000],"open":true,"origin":"second","profile":"washington","timer_seconds":20,"wager_limits":{"tie":[500,5000]},"wagers":["player","banker","tie","dragon7"]}}', 'c9686e629f8916fb0f59e42816064f4b277f905a936be0b2951569381b6aa395');
INSERT INTO eztrak.events VALUES (1, 23, '2026-01-01T20:00:22.000Z', 22000000000, 'boot-1', 'hand', '{"dealer":12,"dragon7":1,"hand":1,"outcome":"B","shoe":2}', '4181399816bfb84cff58374c2e297928dacea8663dd73cf7b0dd4b20048b8744');
INSERT INTO eztrak.events VALUES (1, 24, '2026-01-01T20:00:23.000Z', 23000000000, 'boot-1', 'hand', '{"dealer":12,"hand":2,"natural":1,"outcome":"P","shoe":2}', '82fa003d7dbd18c510ad990b73e1d66305a950ddd7078fd23f71a5df0e82b6ac');
INSERT INTO eztrak.events VALUES (1, 25, '2026-01-01T20:00:24.000Z', 24000000000, 'boot-1', 'hand', '{"dealer":12,"hand":3,"outcome":"P","shoe":2}', 'd37d93fa963e13d0140e32279044a30787383bb39c254b4ac7fc60ec53dd4b57');
INSERT INTO eztrak.events VALUES (1, 26, '2026-01-01T20:00:25.000Z', 25000000000, 'boot-1', 'hand', '{"banker_cards":"15","dealer":12,"hand":4,"natural":1,"outcome":"P","player_cards":"09","shoe":2}', '2666e36ef4dddbbc7ef92c8b5b9e2ff2e4f2fbb9754a1cef9481b46549b55e17');
INSERT INTO eztrak.events VALUES (1, 27, '2026-01-01T20:00:26.000Z', 26000000000, 'boot-1', 'change', '{"by":"supervisor 7","hand":1,"natural":1,"outcome":"T","reason":"wrong key","shoe":2,"was":"B7"}', 'bb18959ff09945cd2f792816704baafdb3aa6b71f6099538181c79362d0210c7');
INSERT INTO eztrak.events VALUES (1, 28, '2026-01-01T20:00:27.000Z', 27000000000, 'boot-1', 'insert', '{"after":0,"by":"supervisor 7","hand":12,"outcome":"T","reason":"not entered","shoe":1}', 'd1318534505ed3088778747846b47440ff1ef47318035e30f109813e428aa8ab');
INSERT INTO eztrak.events VALUES (1, 29, '2026-01-01T20:00:28.000Z', 28000000000, 'boot-1', 'terms', '{"by":"config","terms":{"decks":8,"fees":{},"fees_allowed":false,"highest_wager":null,"languages":["en"],"limit":[1000,30000],"open":true,"origin":"third","profile":"washington","timer_seconds":20,"wager_limits":{},"wagers":["player","banker","tie","dragon7","panda8"]}}', 'b3b125a972d077b995a7f83bd48d9278066dd08ab29d56ce8f6e3de42e679f59');
INSERT INTO eztrak.events VALUES (1, 30, '2026-01-01T20:00:29.000Z', 29000000000, 'boot-1', 'hand', '{"dealer":12,"hand":5,"outcome":"P","panda8":1,"shoe":2}', '87473abeaaf77eb5e6960d1b4fbe99c3af038fc4db5df44457f14896d932f29f');
INSERT INTO eztrak.events VALUES (1, 31, '2026-01-01T20:00:30.000Z', 30000000000, 'boot-1', 'terms', '{"by":"config","terms":{"decks":6,"fees":{"banker":100},"fees_allowed":true,"highest_wager":null,"languages":["en"],"limit":[1000,30000],"open":true,"origin":"fourth","profile":"washington","timer_seconds":20,"wager_limits":{"tie":[500,5000]},"wagers":["player","banker","tie","dragon7"]}}', '38834d34c75dcd3f81882d08e58cf566ff0016e012c893d57b6d76d043501812');
INSERT INTO eztrak.events VALUES (1, 32, '2026-01-01T20:00:31.000Z', 31000000000, 'boot-1', 'shoe_end', '{"hands":5,"shoe":2}', '3883612c51ac28890bcdf505281109b20a0dc600c917ae503c66c6097154682e');
INSERT INTO eztrak.events VALUES (1, 33, '2026-01-01T20:00:31.000Z', 31000000000, 'boot-1', 'shoe_start', '{"shoe":3,"staff":{"dealer":12,"pins":{},"wrong_pins":0},"table":"Table 1","terms":{"decks":6,"fees":{"banker":100},"fees_allowed":true,"highest_wager":null,"languages":["en"],"limit":[1000,30000],"open":true,"origin":"fourth","profile":"washington","timer_seconds":20,"wager_limits":{"tie":[500,5000]},"wagers":["player","banker","tie","dragon7"]}}', '4a939fea532c5673aef9dc90f36d3aa2c8b89f7ab89b9722b193800b3c540fcd');
INSERT INTO eztrak.events VALUES (1, 34, '2026-01-01T20:00:33.000Z', 33000000000, 'boot-1', 'hand', '{"dealer":12,"hand":1,"outcome":"P","shoe":3}', '37c17001f6f01d4bd7df215a1fe1bf492776508be9a799a5162d41c3fa2c6e78');
INSERT INTO eztrak.events VALUES (1, 35, '2026-01-01T20:00:34.000Z', 34000000000, 'boot-1', 'hand', '{"dealer":12,"hand":2,"outcome":"B","shoe":3}', '248ae58ddfc0dbb4dd3185614434ad2c2c9d832e0e5b4a867b2655a60579bfd1');
INSERT INTO eztrak.events VALUES (1, 36, '2026-01-01T20:00:35.000Z', 35000000000, 'boot-1', 'hand', '{"dealer":12,"hand":3,"natural":1,"outcome":"B","shoe":3}', '12565f816e6563d69adacb924fc334ed854b1675787f4fdab59c07d6aa1f25fd');
INSERT INTO eztrak.events VALUES (1, 37, '2026-01-01T20:00:36.000Z', 36000000000, 'boot-1', 'void', '{"banker_cards":"15","by":"supervisor 7","hand":4,"natural":1,"outcome":"P","player_cards":"09","reason":"mis-keyed","shoe":2}', 'd824194485512279ca433a09974ba6a130f1b171800491eb93ba3683ed86c1da');
INSERT INTO eztrak.games VALUES ('7dc466fd8d34f1d1012b22a00194ea8fab069407b64db68a978a28babdb6727e', '{"counts": ["natural"], "id": "ez", "library": {"banker-ez": {"lines": [{"banker": 7, "banker_cards": 3, "pay": "push", "winner": "banker"}, {"pay": "1:1", "winner": "banker"}, {"pay": "push", "winner": "tie"}], "names": {"en": "Banker", "ko": "뱅커", "vi": "Cái", "zh_CN": "庄", "zh_TW": "莊"}}, "dragon7": {"key": "7", "lines": [{"banker": 7, "banker_cards": 3, "pay": "40:1", "winner": "banker"}], "look": {"chime": "dragon", "ground": "gold", "picture": "dragon"}, "names": {"en": "Dragon 7", "ko": "용7", "vi": "Rồng 7", "zh_CN": "龙7", "zh_TW": "龍7"}, "sign": "7"}, "natural": {"key": "9", "lines": [{"natural": ["player", "banker", "both"]}], "look": {"ground": "gold", "place": "dot"}, "names": {"en": "Natural", "ko": "내추럴", "vi": "Tự nhiên", "zh_CN": "例牌", "zh_TW": "例牌"}, "sign": "n"}, "player": {"lines": [{"pay": "1:1", "winner": "player"}, {"pay": "push", "winner": "tie"}], "names": {"en": "Player", "ko": "플레이어", "vi": "Con", "zh_CN": "闲", "zh_TW": "閒"}}, "tie": {"lines": [{"pay": "8:1", "winner": "tie"}], "names": {"en": "Tie", "ko": "타이", "vi": "Hòa", "zh_CN": "和", "zh_TW": "和"}}}, "tableau": {"banker_draws": ["-0123456789", "-0123456789", "-0123456789", "-012345679", "-234567", "-4567", "67", ""], "player_draws": [0, 1, 2, 3, 4, 5]}, "title": {"en": "EZ Baccarat"}, "wagers": ["player", "banker-ez", "tie", "dragon7"]}');
INSERT INTO eztrak.games VALUES ('c183b331c74dff65914a09a9a6785b5b1cc3c94c830a0596a14cba7c6e075656', '{"counts": ["natural"], "id": "ez-panda", "library": {"banker-ez": {"lines": [{"banker": 7, "banker_cards": 3, "pay": "push", "winner": "banker"}, {"pay": "1:1", "winner": "banker"}, {"pay": "push", "winner": "tie"}], "names": {"en": "Banker", "ko": "뱅커", "vi": "Cái", "zh_CN": "庄", "zh_TW": "莊"}}, "dragon7": {"key": "7", "lines": [{"banker": 7, "banker_cards": 3, "pay": "40:1", "winner": "banker"}], "look": {"chime": "dragon", "ground": "gold", "picture": "dragon"}, "names": {"en": "Dragon 7", "ko": "용7", "vi": "Rồng 7", "zh_CN": "龙7", "zh_TW": "龍7"}, "sign": "7"}, "natural": {"key": "9", "lines": [{"natural": ["player", "banker", "both"]}], "look": {"ground": "gold", "place": "dot"}, "names": {"en": "Natural", "ko": "내추럴", "vi": "Tự nhiên", "zh_CN": "例牌", "zh_TW": "例牌"}, "sign": "n"}, "panda8": {"key": "8", "lines": [{"pay": "25:1", "player": 8, "player_cards": 3, "winner": "player"}], "look": {"chime": "panda", "ground": "pearl", "picture": "panda"}, "names": {"en": "Panda 8", "ko": "판다8", "vi": "Gấu trúc 8", "zh_CN": "熊猫8", "zh_TW": "熊貓8"}, "sign": "8"}, "player": {"lines": [{"pay": "1:1", "winner": "player"}, {"pay": "push", "winner": "tie"}], "names": {"en": "Player", "ko": "플레이어", "vi": "Con", "zh_CN": "闲", "zh_TW": "閒"}}, "tie": {"lines": [{"pay": "8:1", "winner": "tie"}], "names": {"en": "Tie", "ko": "타이", "vi": "Hòa", "zh_CN": "和", "zh_TW": "和"}}}, "tableau": {"banker_draws": ["-0123456789", "-0123456789", "-0123456789", "-012345679", "-234567", "-4567", "67", ""], "player_draws": [0, 1, 2, 3, 4, 5]}, "title": {"en": "EZ Baccarat Panda 8"}, "wagers": ["player", "banker-ez", "tie", "dragon7", "panda8"]}');
INSERT INTO eztrak.hands VALUES (1, 1, 1, 'P', '[]', 0, 0, '2026-01-01 20:00:03+00', 2, 0, 0, '', '', 4);
INSERT INTO eztrak.hands VALUES (1, 1, 2, 'B', '["natural"]', 0, 1, '2026-01-01 20:00:04+00', 3, 1, 0, '', '', 5);
INSERT INTO eztrak.hands VALUES (1, 1, 3, 'T', '[]', 0, 0, '2026-01-01 20:00:05+00', 4, 0, 0, '', '', 6);
INSERT INTO eztrak.hands VALUES (1, 1, 4, 'B', '["dragon7"]', 0, 0, '2026-01-01 20:00:06+00', 6, 0, 0, '', '', 7);
INSERT INTO eztrak.hands VALUES (1, 1, 5, 'P', '["panda8"]', 0, 0, '2026-01-01 20:00:07+00', 7, 0, 0, '', '', 8);
INSERT INTO eztrak.hands VALUES (1, 1, 6, 'P', '[]', 1, 0, '2026-01-01 20:00:08+00', 8, 0, 0, '', '', 9);
INSERT INTO eztrak.hands VALUES (1, 1, 7, 'B', '["dragon7"]', 0, 0, '2026-01-01 20:00:09+00', 9, 2, 0, '', '', 10);
INSERT INTO eztrak.hands VALUES (1, 1, 8, 'T', '["natural"]', 0, 0, '2026-01-01 20:00:11+00', 10, 0, 0, '', '', 12);
INSERT INTO eztrak.hands VALUES (1, 1, 9, 'B', '["dragon7"]', 1, 0, '2026-01-01 20:00:12+00', 11, 0, 0, '', '', 13);
INSERT INTO eztrak.hands VALUES (1, 1, 10, 'P', '["panda8"]', 0, 1, '2026-01-01 20:00:13+00', 12, 1, 0, '', '', 14);
INSERT INTO eztrak.hands VALUES (1, 1, 11, 'P', '["panda8"]', 0, 0, '2026-01-01 20:00:18+00', 5, 1, 0, '', '', 19);
INSERT INTO eztrak.hands VALUES (1, 1, 12, 'T', '[]', 0, 0, '2026-01-01 20:00:27+00', 1, 1, 0, '', '', 28);
INSERT INTO eztrak.hands VALUES (1, 2, 1, 'T', '["natural"]', 0, 0, '2026-01-01 20:00:22+00', 1, 1, 12, '', '', 23);
INSERT INTO eztrak.hands VALUES (1, 2, 2, 'P', '["natural"]', 0, 0, '2026-01-01 20:00:23+00', 2, 0, 12, '', '', 24);
INSERT INTO eztrak.hands VALUES (1, 2, 3, 'P', '[]', 0, 0, '2026-01-01 20:00:24+00', 3, 0, 12, '', '', 25);
INSERT INTO eztrak.hands VALUES (1, 2, 4, 'P', '["natural"]', 0, 1, '2026-01-01 20:00:25+00', 4, 1, 12, '09', '15', 26);
INSERT INTO eztrak.hands VALUES (1, 2, 5, 'P', '["panda8"]', 0, 0, '2026-01-01 20:00:29+00', 5, 0, 12, '', '', 30);
INSERT INTO eztrak.hands VALUES (1, 3, 1, 'P', '[]', 0, 0, '2026-01-01 20:00:33+00', 1, 0, 12, '', '', 34);
INSERT INTO eztrak.hands VALUES (1, 3, 2, 'B', '[]', 0, 0, '2026-01-01 20:00:34+00', 2, 0, 12, '', '', 35);
INSERT INTO eztrak.hands VALUES (1, 3, 3, 'B', '["natural"]', 0, 0, '2026-01-01 20:00:35+00', 3, 0, 12, '', '', 36);
INSERT INTO eztrak.histories OVERRIDING SYSTEM VALUE VALUES (1, 'a16933dadf61ba309b3f34b625024e00f9241709a706f4c7e9895c4a732f5be9', 'Evergreen Cardroom', 'Table 1');
INSERT INTO eztrak.shoes VALUES (1, 1, 'Table 1', '2026-01-01 20:00:02+00', '2026-01-01 20:00:20+00', 'ez-panda', 'c183b331c74dff65914a09a9a6785b5b1cc3c94c830a0596a14cba7c6e075656', 8, 10, 2, 2, '{"tie": 3, "banker": 3, "panda8": 2, "player": 4, "dragon7": 3, "natural": 1}', 'QTJJ-9E96-X7R0', 3, 21);
INSERT INTO eztrak.shoes VALUES (1, 2, 'Table 1', '2026-01-01 20:00:20+00', '2026-01-01 20:00:31+00', 'ez', '7dc466fd8d34f1d1012b22a00194ea8fab069407b64db68a978a28babdb6727e', 8, 4, 0, 1, '{"tie": 1, "panda8": 1, "player": 3, "natural": 2}', '721P-2B2H-NGM8', 22, 32);
INSERT INTO eztrak.shoes VALUES (1, 3, 'Table 1', '2026-01-01 20:00:31+00', NULL, 'ez', '7dc466fd8d34f1d1012b22a00194ea8fab069407b64db68a978a28babdb6727e', 6, 3, 0, 0, '{"banker": 2, "player": 1, "natural": 1}', NULL, 33, NULL);
INSERT INTO eztrak.version VALUES (2);
SELECT pg_catalog.setval('eztrak.histories_history_seq', 1, true);
ALTER TABLE ONLY eztrak.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (history, seq);
ALTER TABLE ONLY eztrak.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY eztrak.hands
    ADD CONSTRAINT hands_pkey PRIMARY KEY (history, shoe, hand);
ALTER TABLE ONLY eztrak.histories
    ADD CONSTRAINT histories_origin_key UNIQUE (origin);
ALTER TABLE ONLY eztrak.histories
    ADD CONSTRAINT histories_pkey PRIMARY KEY (history);
ALTER TABLE ONLY eztrak.shoes
    ADD CONSTRAINT shoes_pkey PRIMARY KEY (history, shoe);
CREATE INDEX hands_entered_at_idx ON eztrak.hands USING btree (entered_at);
CREATE INDEX shoes_started_at_idx ON eztrak.shoes USING btree (started_at);
CREATE TRIGGER events_are_kept BEFORE DELETE OR UPDATE OR TRUNCATE ON eztrak.events FOR EACH STATEMENT EXECUTE FUNCTION eztrak.keep();
ALTER TABLE ONLY eztrak.events
    ADD CONSTRAINT events_history_fkey FOREIGN KEY (history) REFERENCES eztrak.histories(history);
ALTER TABLE ONLY eztrak.hands
    ADD CONSTRAINT hands_history_shoe_fkey FOREIGN KEY (history, shoe) REFERENCES eztrak.shoes(history, shoe);
ALTER TABLE ONLY eztrak.shoes
    ADD CONSTRAINT shoes_game_hash_fkey FOREIGN KEY (game_hash) REFERENCES eztrak.games(hash);
ALTER TABLE ONLY eztrak.shoes
    ADD CONSTRAINT shoes_history_fkey FOREIGN KEY (history) REFERENCES eztrak.histories(history);
