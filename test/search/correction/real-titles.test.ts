import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { SKIP_REAL_DATA } from '../../../bench/real-data/data-folder.ts';
import {
  type CorrectedCatalogue,
  codespellPairs,
  correctedCatalogue,
  goodbooksTexts,
  hunspellPairs,
  scoreMisspellings,
  seoulTexts,
  titleTypos,
} from './real-titles.ts';
import { type Score, scoreCases } from './score.ts';

/** Costs and weights were set on the cases of seed 1; these are others. */
const HELD_OUT_SEED = 2;

function assertShare(score: Score, floor: number): void {
  const share = score.right / score.asked;
  assert.ok(share >= floor, `${score.right} of ${score.asked} right: ${(100 * share).toFixed(1)} %`);
}

suite('corrections on real titles', { skip: SKIP_REAL_DATA }, () => {
  let titles: CorrectedCatalogue | null = null;
  const floors: Readonly<Record<string, number>> = {
    // Short words alone and what looks like a name are left alone, and so is a slip that gives another right word.
    hangul: 0.83,
    'hangul, one right word beside': 0.97,
    latin: 0.87,
    'latin, one right word beside': 0.92,
  };
  for (const [name, floor] of Object.entries(floors)) {
    test(`one wrong key in a title, ${name}: at least ${100 * floor} % are corrected to what was meant`, () => {
      const texts = [...seoulTexts(), ...goodbooksTexts()];
      titles ??= correctedCatalogue(texts);
      const set = titleTypos(texts, HELD_OUT_SEED).find((one) => one.name === name);
      assertShare(scoreCases(set?.cases ?? [], titles.corrector, titles.hasHits), floor);
    });
  }

  test('misspellings that people made of English words: at least 87 % of 3,000', () => {
    const pairs = codespellPairs();
    const catalogue = correctedCatalogue([
      ...goodbooksTexts(),
      ...new Set(pairs.flatMap(({ right }) => right)),
    ]);
    // Those at even places were looked at while weights were set; of the others one in eight says as much as all.
    const score = scoreMisspellings(
      pairs.filter((_, i) => i % 16 === 1),
      catalogue,
    );
    assert.ok(score.asked > 2_500, `${score.asked} were asked`);
    assertShare(score, 0.87);
  });

  test('what a Korean spelling dictionary must suggest: 18 of 26 words', () => {
    const pairs = hunspellPairs();
    assert.equal(pairs.length, 26);
    const catalogue = correctedCatalogue([...seoulTexts(), ...pairs.flatMap(({ right }) => right)]);
    assertShare(scoreMisspellings(pairs, catalogue), 18 / 26);
  });
});
