import type { Finding } from '#contract/judge.ts'
import type { Language } from '../../context/index.ts'

const wordingByLanguage = {
  zh: {
    before: '上面的要求已经写过一稿：',
    end: '（这一稿完）',
    broken: '这一稿违反了下面的规则：',
    place: (rule: string, quote: string) => `${rule}（见“${quote}”）`,
    again: '请按上面的要求重新写一稿，不要再违反这些规则，其余规则照旧。只输出正文，不要解释。',
    codex: (entry: string, reason: string) => `与条目「${entry}」到本章为止的情形不符：${reason}`,
    early: (word: string) => `「${word}」这时还不能出现`,
    term: (word: string, use: string) => `不写「${word}」，写「${use}」`,
    banned: (word: string) => `不用「${word}」`,
  },
  en: {
    before: 'A draft has been written for the request above:',
    end: '(end of the draft)',
    broken: 'It breaks these rules:',
    place: (rule: string, quote: string) => `${rule} (see “${quote}”)`,
    again:
      'Write it anew as the request above says, without breaking these rules; all others still hold. Output only the text, no comment.',
    codex: (entry: string, reason: string) =>
      `it differs from the entry “${entry}” as of this chapter: ${reason}`,
    early: (word: string) => `“${word}” must not appear yet`,
    term: (word: string, use: string) => `not “${word}” but “${use}”`,
    banned: (word: string) => `“${word}” is not used`,
  },
} as const

const mostRules = 20

/** What follows the run's own request when its text is written once more: the draft, and what it breaks. */
export function rewriteTail(language: Language, text: string, findings: readonly Finding[]): string {
  const wording = wordingByLanguage[language]
  const broken = findings
    .slice(0, mostRules)
    .map((finding) => wording.place(ruleOf(finding, language), finding.quote))
  const list = [...new Set(broken)].map((rule, index) => `${index + 1}. ${rule}`)
  return [
    [wording.before, text, wording.end].join('\n'),
    [wording.broken, ...list].join('\n'),
    wording.again,
  ].join('\n\n')
}

function ruleOf(finding: Finding, language: Language): string {
  const wording = wordingByLanguage[language]
  if (finding.constraint !== undefined) return finding.constraint
  switch (finding.code) {
    case 'codex':
      return wording.codex(finding.params.entry, finding.params.why)
    case 'term':
      return wording.term(finding.params.word, finding.params.use)
    case 'name_early':
      return wording.early(finding.params.name)
    case 'banned':
    case 'word_early':
      return wording.banned(finding.params.word)
    default:
      return finding.quote
  }
}
