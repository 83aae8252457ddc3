import { omissions, type Sentence } from './issues.ts'
import type { LetterProperties } from './letters.ts'

/** Code pages of fonts by `\fcharset`; others have the one of the file. */
export const codePagesOfCharsets: ReadonlyMap<number, number> = new Map([
  ...[
    [77, 10_000],
    [78, 932],
    [80, 936],
    [81, 950],
    [128, 932],
    [129, 949],
    [134, 936],
    [136, 950],
  ],
  ...[
    [161, 1253],
    [162, 1254],
    [163, 1258],
    [177, 1255],
    [178, 1256],
    [186, 1257],
    [204, 1251],
  ],
  ...[
    [222, 874],
    [238, 1250],
    [255, 437],
  ],
] as const)

/** The charset of fonts whose letters are pictures. */
export const symbolCharset = 2

/** Names that iconv has for code pages; its `cp936` lacks some rare characters of GBK. */
const encodings: ReadonlyMap<number, string> = new Map([
  [936, 'gbk'],
  [10_000, 'macroman'],
  [65_001, 'utf-8'],
])

/** The name that iconv has for a code page. */
export const encodingOf = (codePage: number): string => encodings.get(codePage) ?? `cp${codePage}`

/** Control words that are characters. */
export const characters: ReadonlyMap<string, string> = new Map([
  ...([
    ['tab', '\t'],
    ['emdash', '—'],
    ['endash', '–'],
    ['bullet', '•'],
  ] as const),
  ...([
    ['lquote', '‘'],
    ['rquote', '’'],
    ['ldblquote', '“'],
    ['rdblquote', '”'],
  ] as const),
  ...([
    ['enspace', '\u2002'],
    ['emspace', '\u2003'],
    ['qmspace', '\u2005'],
  ] as const),
  ...([
    ['zwj', '\u200d'],
    ['zwnj', '\u200c'],
    ['zwbo', '\u200b'],
  ] as const),
  ...([
    ['ltrmark', '\u200e'],
    ['rtlmark', '\u200f'],
  ] as const),
])

/** Signs behind a backslash that are other characters; `\-` is a place where a word may break. */
export const symbols: ReadonlyMap<string, string> = new Map(Object.entries({ '~': '\u00a0', _: '\u2011' }))

/** Groups whose text is no text of the document. */
export const skippedGroups: ReadonlySet<string> = new Set(
  (
    'colortbl filetbl ftnsep ftnsepc ftncn ' +
    'aftnsep aftnsepc aftncn listtable listoverridetable revtbl xe tc tcn rxe txe nonshppict shprslt sn sv ' +
    'background template comment keywords subject doccomm operator company category manager hlinkbase ' +
    'nonesttables creatim revtim printim buptim fontemb pntxta pntxtb mmathPr stextflow datafield formfield'
  ).split(' '),
)

/** Headers and footers of pages. */
export const pageLineGroup = /^(?:header|footer)[lrf]?$/

/** Groups that are left out and listed. */
export const omittedGroups = new Map<string, Sentence>([
  ['pict', omissions.picture],
  ['do', omissions.picture],
  ['NeXTGraphic', omissions.picture],
  ['object', omissions.embedded],
  ['annotation', omissions.comment],
  ['mmath', omissions.formula],
])

/** Groups behind `\*` that are read; others are skipped, as the format has it. */
export const readIgnorable: ReadonlySet<string> = new Set(
  'shppict shpinst fldinst footnote annotation ud mmath do'.split(' '),
)

const switches: ReadonlyMap<string, Exclude<keyof LetterProperties, 'signFont'>> = new Map([
  ...([
    ['i', 'emphasis'],
    ['b', 'strong'],
    ['scaps', 'smallCaps'],
    ['caps', 'capitals'],
    ['v', 'hidden'],
  ] as const),
  ...([
    ['strike', 'strike'],
    ['striked', 'strike'],
  ] as const),
  ...([
    ['super', 'raised'],
    ['sub', 'raised'],
    ['up', 'raised'],
    ['dn', 'raised'],
  ] as const),
])

/** The letters behind a control word that sets one of their properties; undefined when it sets none. */
export function lettersAfter(
  letters: LetterProperties,
  name: string,
  value: number | undefined,
): LetterProperties | undefined {
  if (name === 'plain') return {}
  if (name === 'nosupersub') return { ...letters, raised: false }
  if (/^ul(?:none|d|db|w|dash.*|hwave|ldash|th.*|uldbwave|wave)?$/.test(name))
    return { ...letters, underline: name !== 'ulnone' && value !== 0 }
  // 着重号, the italics of Chinese and Japanese.
  if (/^acc(?:dot|comma|circle|underdot)$/.test(name)) return { ...letters, emphasis: value !== 0 }
  if (name === 'accnone') return { ...letters, emphasis: false }
  if (name === 'highlight') return { ...letters, highlighted: value !== 0 }
  const property = switches.get(name)
  return property && { ...letters, [property]: value !== 0 }
}
