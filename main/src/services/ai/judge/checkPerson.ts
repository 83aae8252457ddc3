import { narrationOf, onePerSentence, sentencesOf, sentencesWith } from './narration.ts'
import type { PersonRule } from './personRule.ts'

/**
 * Offsets (UTF-16) where a text is told in another person than it must be, at most one a sentence; what is spoken
 * does not count. `original` is the text being replaced: what it did as well is not held against the new one.
 */
export function checkPerson(text: string, rule: PersonRule, original: string): number[] {
  return rule.person === 'first' ? checkFirstPerson(text, rule, original) : checkThirdPerson(text, original)
}

const firstPerson = /我|咱|俺|吾|\b(?:I|me|my|mine|myself|we|us|our)\b|\bI['’]/
const speaking =
  /^(?:[^，。！？!?….\uFFFC]{0,4})(?:说|道|问|答|喊|叫|嚷|骂|笑|哼|叹|应|念)|^\s+(?:\w+\s+)?(?:said|asked|replied|cried|answered|whispered|shouted|added)\b/
const inner =
  /^(?:就|便|又|也|只|才|却|忽然|突然|不由得|隐隐|仿佛)?(?:想起|想到|想(?!了想)|心想|心里|心中|觉得|感到|感觉|知道|明白|意识到|看见|看到|听见|听到|记得|以为|后悔|害怕)|^\s+(?:\w+ly\s+)?(?:thought|felt|knew|wondered|reali[sz]ed|remembered|believed|hoped|feared)\b/
/** A subject at the start of a clause, outside quotes. */
const thirdSubject =
  /(?<=^|[，。；：！？!?…\s\u3000\uFFFC])(?:他们|她们|他|她)(?![的们人])|(?<=^|[.!?;:…]\s+|[\r\n])(?:He|She|They|he|she|they)(?=\s)/g

/**
 * Found are: the narrator's own name as a subject; a told text without any "我" that looks into somebody else, or
 * has three or more sentences about "他/她". Sentences that only say who speaks, or what he did, do not count.
 */
function checkFirstPerson(text: string, { narrator }: PersonRule, original: string): number[] {
  const narration = narrationOf(text)
  const named = narrator === undefined ? [] : narratorAsSubject(narration, narrator)
  const silent = original !== '' && !firstPerson.test(narrationOf(original))
  if (firstPerson.test(narration) || silent) return onePerSentence(text, named)
  const subjects = [...narration.matchAll(thirdSubject)].map((match) => ({
    at: match.index,
    afterSpeech: narration[match.index - 1] === '\uFFFC',
    rest: narration.slice(match.index + match[0].length, match.index + match[0].length + 24),
  }))
  const thirdPersonOffsets = onePerSentence(
    text,
    subjects.filter(({ rest, afterSpeech }) => !afterSpeech && !speaking.test(rest)).map(({ at }) => at),
  )
  const thoughtOffsets = subjects.filter(({ rest }) => inner.test(rest)).map(({ at }) => at)
  const violations =
    thirdPersonOffsets.length >= 3 || thoughtOffsets.length > 0
      ? [thoughtOffsets[0] ?? thirdPersonOffsets[0] ?? 0]
      : []
  return onePerSentence(text, [...named, ...violations])
}

function narratorAsSubject(narration: string, narrator: string): number[] {
  const offsets: number[] = []
  for (const { from, to } of sentencesOf(narration)) {
    const sentence = narration.slice(from, to)
    const at = sentence.search(/[^\s\u3000\uFFFC]/)
    if (at < 0 || !sentence.startsWith(narrator, at) || firstPerson.test(sentence)) continue
    const next = sentence[at + narrator.length] ?? ''
    // 「林远的名字」「林远两个字」「林远——」 speak of the name, not of what he does; so does a longer word.
    if (/[的之这那两二三几，。：；、—…！？!?.,'’\uFFFC\w]|^$/.test(next)) continue
    offsets.push(from + at)
  }
  return offsets
}

const thinks =
  /想|觉得|[说說]|道|问|問|告[诉訴]|知道|明白|写|念|喊|答|自语|曰|云|叫|[骂罵]|叹|唱|[题題]|[诗詩]|祷|祝|誓|\b(?:th(?:ink|inks|ought)|sa(?:y|ys|id)|wondered?|wrote|writes|read|cried|prayed|swore)\b/
const firstSubject =
  /(?<=^|[，。；：！？!?…\s\u3000])(?:我们|我|咱们|咱|俺)(?![国國軍军方])|(?<=^|[,;:.!?…\r\n]\s*|\b\p{Ll}+ )(?:I['’](?:m|d|ve|ll)\b|(?:I|We) (?=\p{Ll}))/gu

/** "我" as a subject, unless the sentence or the line thinks, speaks or quotes before it, or marks it as a thought. */
function checkThirdPerson(text: string, original: string): number[] {
  const narration = narrationOf(text)
  const offsets = [...narration.matchAll(firstSubject)].map(({ index }) => index)
  if (offsets.length === 0 || hasFirst(original)) return []
  const sentences = sentencesWith(narration, offsets)
  const violations = offsets.filter((offset, index) => {
    const { from = 0, to = narration.length } = sentences[index] ?? {}
    const before = narration.slice(from, offset)
    return !thinks.test(before) && !before.includes('\uFFFC') && !/[_*（(]/.test(narration.slice(from, to))
  })
  return onePerSentence(text, violations)
}

const hasFirst = (original: string) => narrationOf(original).search(firstSubject) >= 0
