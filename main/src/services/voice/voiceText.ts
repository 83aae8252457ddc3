/** A paragraph of a text, cut into what is said and what tells of it. */
export interface VoiceParagraph {
  /** All of it, without white space at its ends. */
  readonly text: string
  /** What stands outside quotation marks. */
  readonly narration: string
  /** What stands inside them. */
  readonly dialogue: string
}

const closings: Readonly<Record<string, string>> = { '“': '”', '「': '」', '『': '』', '"': '"', '＂': '＂' }
const headingLine = /^#{1,6}\s/

/** The paragraphs of a chapter without its headings; lines that were broken by hand are joined. */
export function paragraphsOf(text: string): readonly VoiceParagraph[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const body = lines.map((line) => (headingLine.test(line) ? '' : line.trim()))
  const paragraphs = hasBrokenLines(body) ? body.join('\n').split(/\n{2,}/) : body
  return paragraphs
    .map((paragraph) => paragraph.replaceAll('\n', ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .map(splitSpeech)
}

/** Whether most lines that have another directly below end inside a sentence. */
function hasBrokenLines(body: readonly string[]): boolean {
  const before = body.filter((line, at) => line !== '' && (body[at + 1] ?? '') !== '')
  const open = before.filter((line) => !/[.!?。！？…:：”"」』’)）]$/u.test(line))
  return before.length > 0 && open.length * 2 > before.length
}

function splitSpeech(text: string): VoiceParagraph {
  let narration = ''
  let dialogue = ''
  let closing = ''
  let from = 0
  const flush = (to: number) => {
    if (closing === '') narration += text.slice(from, to)
    else dialogue += text.slice(from, to)
    from = to + 1
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (closing === '') {
      const next = closings[character]
      if (next === undefined) continue
      flush(at)
      // A mark in place of what was said: sentences on either side of it stay apart.
      narration += '”'
      closing = next
    } else if (character === closing || (closing === '”' && character === '"')) {
      flush(at)
      dialogue += '\n'
      closing = ''
    }
  }
  flush(text.length)
  return { text, narration, dialogue }
}

const abbreviated = /\b(Mr|Mrs|Ms|Dr|St|Col|Capt|Esq|Jr|Sr|vs|etc)\./g
const sentence = /[^。！？!?．…\n]+?(?:[。！？!?．…]+[”"」』’]*|\.+[”"’)]*(?=\s|$)|$|(?=\n))/gu

/** Sentences with their end marks; the full stop of a title such as Mr. is left out. */
export const sentencesOf = (text: string): readonly string[] =>
  (text.replace(abbreviated, '$1').match(sentence) ?? [])
    .map((each) => each.replace(/^[”"」』\s]+/u, '').trim())
    .filter((each) => /[\p{L}\p{N}]/u.test(each))
