// Times the npm package baccarat-engine: microseconds of processor time per hand when all five roads are asked for
// after each hand.
//   node roads_peer.js PACKAGE_FOLDER < shoes.json      (a list of lists of "B", "P" and "T")
'use strict';
const path = require('path');
const folder = path.resolve(process.argv[2], 'src');
const Generator = require(path.join(folder, 'roadmaps/roadmapGenerator'));
const result = require(path.join(folder, 'gameResult'));
const outcomes = {B: result.Banker, P: result.Player, T: result.Tie};
const shoes = JSON.parse(require('fs').readFileSync(0)).map((shoe) => shoe.map((letter) =>
  ({outcome: outcomes[letter], natural: result.NoNatural, pair: result.NoPair})));
const roads = new Generator();
function all(hands) {
  roads.beadPlate(hands, {columns: 14, rows: 6});
  const big = roads.bigRoad(hands, {columns: 47, rows: 6, scroll: false});
  roads.bigEyeRoad(big); roads.smallRoad(big); roads.cockroachPig(big);
}
for (const shoe of shoes) all(shoe); // for the compiler
let hands = 0;
const began = process.cpuUsage();
for (const shoe of shoes.slice(0, 10)) for (let i = 11; i <= shoe.length; i++, hands++) all(shoe.slice(0, i));
const taken = process.cpuUsage(began);
console.log((taken.user + taken.system) / hands);
