import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSignalled, isWholeWord } from '../../../../main/src/services/codex/boundaries.ts'
import { aliasNames } from '../../../../main/src/services/codex/entry.ts'
import { createFold } from '../../../../main/src/services/codex/fold.ts'
import { findCalledNames, findMentions } from '../../../../main/src/services/codex/mentions.ts'
import { buildNameIndex, type NamedEntry } from '../../../../main/src/services/codex/nameIndex.ts'
import { entryOf } from '../../../fixtures/codex/entries.ts'
import { honglou } from '../../../fixtures/codex/honglou.ts'
import { sanguo } from '../../../fixtures/codex/sanguo.ts'
import { countedChecks } from '../../../support/countedChecks.ts'
import { strangeTexts } from '../../../support/strangeText.ts'

const fold = createFold()
const find = (text: string, entries: readonly NamedEntry[]) =>
  findMentions(text, buildNameIndex(entries, fold)).map(({ entry, key, from, to, confidence }) => ({
    id: entry.id,
    key,
    from,
    to,
    confidence,
  }))
const found = (text: string, entries: readonly NamedEntry[]) =>
  find(text, entries).map(({ id, from, to }) => `${id}:${text.slice(from, to)}`)

/** The definition, written down: at each place the longest of all names, and on behind it. */
function naive(text: string, entries: readonly NamedEntry[]) {
  const names = entries.flatMap((entry) =>
    [entry.name, ...aliasNames(entry)].map((key) => ({ id: entry.id, key })),
  )
  const out = []
  let at = 0
  while (at < text.length) {
    const here = names.filter(({ key }) => text.startsWith(key, at))
    const longest = Math.max(0, ...here.map(({ key }) => key.length))
    const owners = here.filter(({ key }) => key.length === longest)
    for (const { id, key } of owners) {
      out.push({ id, key, from: at, to: at + longest, confidence: 1 / owners.length })
    }
    at += Math.max(1, longest)
  }
  return out
}

/** Folds a character at a time; only the Traditional forms this file uses. */
function foldedUnits(text: string): { unit: string; at: number }[] {
  const units = []
  let at = 0
  for (const character of text) {
    const skipped = character === '\r' && text[at + 1] === '\n'
    const plain = character.isWellFormed() ? character.normalize('NFKD') : character
    const simple = plain
      .replaceAll('張', '张')
      .replaceAll('韓', '韩')
      .replace(/\p{White_Space}/gu, ' ')
    const lower = [...simple].map((one) => (one.length === 1 ? one.toLowerCase() : one)).join('')
    if (!skipped) for (const unit of lower.split('')) units.push({ unit, at })
    at += character.length
  }
  return units
}

/** The definition with folding and edges of words, by trying every name at every place. */
function defined(text: string, entries: readonly NamedEntry[]) {
  const units = foldedUnits(text)
  const whole = units.map(({ unit }) => unit).join('')
  const names = entries
    .map(({ id, name }) => ({
      id,
      key: name,
      folded: foldedUnits(name.trim())
        .map(({ unit }) => unit)
        .join(''),
    }))
    .filter(({ folded }) => folded.trim() !== '')
  const isCut = (place: number) => place > 0 && units[place]?.at === units[place - 1]?.at
  const out = []
  for (let at = 0; at < units.length; ) {
    const here = names.filter(({ folded }) => {
      const to = at + folded.length
      if (!whole.startsWith(folded, at) || isCut(at) || (to < units.length && isCut(to))) return false
      const isOne = [...folded.normalize('NFC').replace(/\p{M}/gu, '')].length === 1
      return isWholeWord(whole, at, to) && (!isOne || isSignalled(whole, at, to))
    })
    const longest = Math.max(0, ...here.map(({ folded }) => folded.length))
    const owners = here.filter(({ folded }) => folded.length === longest)
    for (const { id, key } of owners) {
      const last = units[at + longest - 1]?.at ?? 0
      const to = last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1)
      out.push({ id, key, from: units[at]?.at ?? 0, to, confidence: 1 / owners.length })
    }
    at += Math.max(1, longest)
  }
  return out
}

function novel(name: string, entries: readonly NamedEntry[]): string {
  const folders = [
    process.env.CREONOW_NOVELS,
    resolve(import.meta.dirname, '../../../../../../shared/novels'),
  ]
  const path = folders
    .map((folder) => join(folder ?? '', `${name}.txt`))
    .find((candidate) => existsSync(candidate))
  if (path) {
    const bytes = readFileSync(path)
    const utf8 = new TextDecoder('utf-8')
    const text = utf8.decode(bytes)
    return text.includes('\uFFFD') ? new TextDecoder('gb18030').decode(bytes) : text
  }
  const names = entries.flatMap((entry) => [entry.name, ...entry.aliases])
  let state = 7
  const next = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state % below
  }
  return Array.from(
    { length: 60_000 },
    () => `${names[next(names.length)]}${'，曰大怒而走之兵。\n'.slice(0, next(9))}`,
  ).join('')
}

describe('the search for mentions', () => {
  it.each([
    ['三国演义', sanguo],
    ['红楼梦', honglou],
  ] as const)('agrees with the naive leftmost-longest definition on 40 windows of %s', (name, entries) => {
    const text = novel(name, entries)
    const index = buildNameIndex(entries, fold)
    const windows = Array.from({ length: 40 }, (_, at) => {
      const from = Math.floor((at * (text.length - 5500)) / 40)
      return text.slice(from, from + 5500)
    })
    const ours = windows.map((window) =>
      findMentions(window, index).map(({ entry, key, from, to, confidence }) => ({
        id: entry.id,
        key,
        from,
        to,
        confidence,
      })),
    )
    expect(ours).toEqual(windows.map((window) => naive(window, entries)))
    expect(ours.flat().length).toBeGreaterThan(1000)
    expect(entries.length).toBeGreaterThanOrEqual(60)
  })

  it('does not find Ann in Annabel, nor a number in a longer one (names in the middle of words)', () => {
    const ann = entryOf({ id: 'ann', name: 'Ann', aliases: ['Room 4', 'Émile'] })
    expect(found("Annabel, joann; Ann's book. ANN! Room 41, Room 4. Émilea Émile", [ann])).toEqual([
      'ann:Ann',
      'ann:ANN',
      'ann:Room 4',
      'ann:Émile',
    ])
    expect(found('他叫Ann吗', [ann])).toEqual(['ann:Ann'])
  })

  it('finds a hard-wrapped name and a decomposed one (English novels, macOS text)', () => {
    const entry = entryOf({ id: 'e', name: 'Elizabeth Bennet', aliases: ['José', '伊丽莎白·班纳特'] })
    const text = 'Elizabeth\r\nBennet and Elizabeth\nBennet met Jose\u0301, not Josef; 伊丽莎白•班纳特'
    expect(found(text, [entry])).toEqual([
      'e:Elizabeth\r\nBennet',
      'e:Elizabeth\nBennet',
      'e:Jose\u0301',
      'e:伊丽莎白•班纳特',
    ])
  })

  it('gives offsets of the original through width, Traditional forms and expanding characters', () => {
    const entries = [
      entryOf({ id: 'han', name: '韩国钧', aliases: ['ＡＢ１'] }),
      entryOf({ id: 'ji', name: '后羿' }),
    ]
    expect(found('㎏韓國鈞與ab1，ＡＢ１２；后羿、後羿', entries)).toEqual([
      'han:韓國鈞',
      'han:ab1',
      'ji:后羿',
      'ji:後羿',
    ])
    expect(found('㎏', [entryOf({ id: 'g', name: 'G' })])).toEqual([])
  })

  it('lets a longer name cover a shorter one whatever its level (a secret 张三丰 must not announce 张三)', () => {
    const entries = [
      entryOf({ id: 'short', name: '张三' }),
      entryOf({ id: 'secret', name: '张三丰', aiContextLevel: 'never' }),
    ]
    expect(found('张三丰来了，张三没有来', entries)).toEqual(['secret:张三丰', 'short:张三'])
  })

  it('leaves out excluded phrases, and what they covered is free for others', () => {
    const father = entryOf({ id: 'father', name: '林怀舟', aliases: ['父亲'], exclude: ['他父亲', '父亲节'] })
    expect(found('他父亲来了。父亲来了。父亲节，他父亲节', [father])).toEqual(['father:父亲'])
    const entries = [
      entryOf({ id: 'yuan', name: '林远', exclude: ['林远山'] }),
      entryOf({ id: 'mountain', name: '远山' }),
    ]
    expect(found('林远山下，林远。', entries)).toEqual(['mountain:远山', 'yuan:林远'])
  })

  it('respects letter case where an entry demands it (will the name, will the word)', () => {
    const will = entryOf({ id: 'will', name: 'Will', caseSensitive: true })
    expect(found('Will will go. WILL', [will])).toEqual(['will:Will'])
  })

  it('a name touching a Latin letter outside the BMP is part of a word, touching a Han character it is not', () => {
    const ann = entryOf({ id: 'ann', name: 'Ann' })
    expect(found('\u{1df04}Ann Ann\u{1df04}', [ann])).toEqual([])
    expect(found('𠮷Ann Ann𠮷', [ann])).toEqual(['ann:Ann', 'ann:Ann'])
  })

  it('takes a single character only with a signal on both sides (操 in 操心)', () => {
    const cao = entryOf({ id: 'cao', name: '曹操', aliases: ['操', '𠮷'] })
    expect(found('操心。“操！”，操曰：对操说。操大怒。体操。𠮷，𠮷野', [cao])).toEqual([
      'cao:操',
      'cao:操',
      'cao:操',
      'cao:𠮷',
    ])
  })

  it('gives both owners of a shared alias half the confidence', () => {
    const entries = [
      entryOf({ id: 'a', name: '甲某', aliases: ['师父'] }),
      entryOf({ id: 'b', name: '乙某', aliases: ['師父'] }),
    ]
    expect(find('师父', entries)).toEqual([
      { id: 'a', key: '师父', from: 0, to: 2, confidence: 0.5 },
      { id: 'b', key: '師父', from: 0, to: 2, confidence: 0.5 },
    ])
  })

  it('reads @name in an instruction, longest first, and no address (a@b.com)', () => {
    const entries = [
      entryOf({ id: 'a', name: '阿簪' }),
      entryOf({ id: 'b', name: '阿簪的灯' }),
      entryOf({ id: 'c', name: 'Com', aliases: ['操'] }),
    ]
    const called = (text: string) =>
      findCalledNames(text, buildNameIndex(entries, fold)).map(({ entry }) => entry.id)
    expect(called('@阿簪的灯亮了，＠阿簪来，mail a@com, @com @操心')).toEqual(['b', 'a', 'c', 'c'])
  })

  it.each(strangeTexts)('survives $name with whole characters and offsets in order', ({ text }) => {
    const all = find(text, [
      ...sanguo,
      ...honglou,
      entryOf({ id: 'x', name: '林远', aliases: ['甲', 'a', '雾港', '𠮷野'] }),
    ])
    expect(all.every(({ from, to }) => from < to && to <= text.length)).toBe(true)
    expect(all.map(({ from }) => from)).toEqual(all.map(({ from }) => from).toSorted((a, b) => a - b))
  })

  it('finds the names of any text in reading order without overlaps (property)', () => {
    const piece = fc.constantFrom(
      '张',
      '飞',
      '张飞',
      '翼德',
      '，',
      'Ann',
      'abel',
      ' ',
      '\u0301',
      '𠮷',
      '\n',
      '韓',
    )
    const checked = countedChecks()
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40, size: 'max' }), (pieces) => {
        const text = pieces.join('')
        const all = find(text, [
          entryOf({ id: '1', name: '张飞', aliases: ['张'] }),
          entryOf({ id: '2', name: 'Ann', aliases: ['韩', '飞翼德'] }),
        ])
        for (const [index, { to }] of all.entries())
          expect(all[index + 1]?.from ?? text.length).toBeGreaterThanOrEqual(to)
        checked.when(all.length > 1)
      }),
    )
    checked.expectShare(0.3)
  })

  it('agrees with the definition on text that folds, grows and shrinks (offsets into the original)', () => {
    const pieces =
      '張 飞 ＡＮＮ ann Ｂ ㎏ ﷺ 。 \u3000 \r\n \r \n 韓 𠮷 野 \ud842 \udfb7 e\u0301 É 한 \u1112\u1161\u11ab \u0000'
    const piece = fc.constantFrom(...pieces.split(' '), ' ')
    const words = fc.array(piece, { minLength: 1, maxLength: 4 }).map((all) => all.join(''))
    const checked = countedChecks()
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 12 }),
        fc.array(fc.oneof(piece, words), { maxLength: 60, size: 'max' }),
        (names, parts) => {
          const entries = names.map((name, at) => entryOf({ id: `${at}`, name }))
          const text = parts.join('')
          expect(find(text, entries)).toEqual(defined(text, entries))
          checked.when(find(text, entries).length > 0)
        },
      ),
      { numRuns: 400 },
    )
    checked.expectShare(0.3)
  })

  it('carries nothing of one text into the next (arrays used again)', () => {
    const entry = entryOf({ id: 'a', name: '张飞' })
    const long = `${'ﷺ'.repeat(3000)}张飞`
    expect(found(long, [entry])).toEqual(['a:张飞'])
    expect(found('张', [entry])).toEqual([])
    expect(found('\r', [entryOf({ id: 'b', name: '飞' })])).toEqual([])
    expect(find(long, [entry])[0]?.from).toBe(3000)
  })

  it('stays linear with 12,000 names of one prefix, in names and in text (a hostile codex)', () => {
    const indexOf = (count: number) =>
      buildNameIndex(
        Array.from({ length: count }, (_, at) =>
          entryOf({ id: `n${at}`, name: `张三${String.fromCodePoint(0x4e00 + at)}${'丰'.repeat(at % 7)}` }),
        ),
        fold,
      )
    const durationOf = (work: () => unknown) => {
      const start = performance.now()
      work()
      return performance.now() - start
    }
    /** Of the shortest of both, one after the other: whatever else the machine does hits both. */
    const ratioOf = (large: () => unknown, small: () => unknown) => {
      const rounds = Array.from({ length: 40 }, () => [durationOf(small), durationOf(large)] as const)
      return Math.min(...rounds.map(([, it]) => it)) / Math.min(...rounds.map(([it]) => it))
    }
    const text = (units: number) => '张三张三天下'.repeat(units / 6)
    const [few, many] = [indexOf(3000), indexOf(12_000)]
    const scan = (index: typeof few, units: number) => () => findMentions(text(units), index)
    // Four times as much: 4 and 1 when it is linear, 16 and 4 when it is not.
    expect(ratioOf(scan(few, 48_000), scan(few, 12_000))).toBeLessThanOrEqual(9)
    expect(ratioOf(scan(many, 12_000), scan(few, 12_000))).toBeLessThanOrEqual(3)
  })
})
