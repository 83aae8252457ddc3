import type { VoiceLanguage } from './commonWords.ts'

/** A turn that models overuse. */
interface Tic {
  /** As people write it, in the language of the book; unique in its list. */
  readonly label: string
  /** Global; in Chinese matched in Simplified characters. */
  readonly pattern: RegExp
}

const chinese: readonly Tic[] = [
  { label: '不是……而是', pattern: /不是[^。！？!?\n]{1,30}?而是/gu },
  { label: '缓缓', pattern: /缓缓/gu },
  { label: '微微', pattern: /微微/gu },
  { label: '淡淡', pattern: /淡淡/gu },
  { label: '静静、轻轻、悄悄', pattern: /静静|轻轻|悄悄/gu },
  { label: '仿佛、宛如、犹如', pattern: /仿佛|宛如|宛若|犹如/gu },
  { label: '一丝、一抹、一股', pattern: /一[丝抹股]/gu },
  { label: '不由得、下意识', pattern: /不由得|不由自主|下意识/gu },
  { label: '嘴角、眼中闪过', pattern: /嘴角(?:微微)?(?:勾起|上扬|扬起)|眼[中底里](?:闪过|掠过)/gu },
  { label: '深吸一口气', pattern: /深?吸了?一口(?:凉|冷)?气/gu },
  { label: '沉默片刻、空气凝固', pattern: /沉默了?(?:片刻|良久|几秒|许久)|空气[^。\n]{0,6}凝固/gu },
  { label: '——', pattern: /—+/gu },
  { label: '……', pattern: /…+/gu },
  {
    label: '甲、乙、丙',
    pattern: /[^，。！？；：、\s]{1,9}(?:、[^，。！？；：、\s]{1,9}){2}(?=[，。！？；：\s])/gu,
  },
]

const english: readonly Tic[] = [
  { label: 'not … but', pattern: /\bnot (?:just |only |merely |simply )?[^.!?;\n]{1,60}?,? but\b/gi },
  {
    label: 'wasn’t …, it was',
    pattern:
      /\b(?:wasn['’]t|isn['’]t|weren['’]t) [^.!?\n]{1,60}?(?:[;,—]|--|\.) ?(?:it|they) (?:was|is|were)\b/gi,
  },
  { label: 'slowly, softly, gently', pattern: /\b(?:slowly|softly|gently|quietly)\b/gi },
  { label: 'as if, as though', pattern: /\bas (?:if|though)\b/gi },
  {
    label: 'a mix of, a testament to',
    pattern: /\ba (?:mix|mixture|blend|tapestry|symphony) of\b|\btestament to\b/gi,
  },
  { label: 'a hint of, a flicker of', pattern: /\ba (?:hint|flicker|trace|touch|wave|pang|surge) of\b/gi },
  {
    label: 'let out a breath',
    pattern:
      /\b(?:let out|took|drew|released) a (?:\w+ )?breath\b|\bbreath (?:he|she|they|I) (?:didn['’]t|hadn['’]t)\b/gi,
  },
  { label: 'eyes widened', pattern: /\beyes (?:widened|narrowed|glinted|sparkled|darkened|softened)\b/gi },
  {
    label: 'barely above a whisper',
    pattern: /\bbarely (?:above )?a whisper\b|\bvoice (?:low|soft|barely)\b/gi,
  },
  { label: 'couldn’t help but', pattern: /\b(?:couldn['’]t|could not) help but\b/gi },
  { label: '—', pattern: /—+|--+| – /g },
  { label: '…', pattern: /…+|\.{3,}/g },
  { label: 'a, b, and c', pattern: /\b[\w'’]+(?: [\w'’]+){0,2}, [\w'’]+(?: [\w'’]+){0,2},? and [\w'’]+/g },
]

const lists: Readonly<Record<VoiceLanguage, readonly Tic[]>> = { zh: chinese, en: english, other: [] }

/** What the tics of a language are called, in the order of `countTics`. */
export const ticLabels = (language: VoiceLanguage): readonly string[] =>
  lists[language].map(({ label }) => label)

/** How often each tic of a language is in a text. */
export const countTics = (text: string, language: VoiceLanguage): readonly number[] =>
  lists[language].map(({ pattern }) => text.match(pattern)?.length ?? 0)
