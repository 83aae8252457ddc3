const maxCharacters = 24

/** A name for a conversation: the first words of its first message, on one line. */
export function titleOf(message: string): string {
  const line = message.trim().split(/\s*[\r\n]+\s*/, 1)[0] ?? ''
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment)
  if (characters.length <= maxCharacters) return line
  const head = characters.slice(0, maxCharacters - 1).join('')
  // A Latin word is not cut in two; Chinese has no spaces to cut at.
  const whole = /^(.{8,})\s\S*$/u.exec(head)?.[1] ?? head
  return `${whole}…`
}
