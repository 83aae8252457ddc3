import type { Language } from '../context/index.ts'
import { agentWords } from './prompts.ts'

/**
 * What stands behind the tools in L1 about the one who asks: its first lines, as many as `mostTokens` hold with the
 * heading; nothing where there is nothing to say.
 */
export function aboutAuthor(
  text: string,
  part: {
    readonly language: Language
    readonly mostTokens: number
    readonly count: (text: string) => number
  },
): string {
  const lines = text === '' ? [] : text.split('\n')
  for (let lineCount = lines.length; lineCount > 0; lineCount -= 1) {
    const block = `${agentWords[part.language].author}\n${lines.slice(0, lineCount).join('\n')}\n\n`
    if (part.count(block) <= part.mostTokens) return block
  }
  return ''
}
