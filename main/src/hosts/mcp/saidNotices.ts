/** An answer's warnings: sentences in Chinese, and the same as codes with parameters, in the same order. */
interface Warned {
  readonly warnings: readonly string[]
  readonly notices: readonly { readonly code: string; readonly params?: object }[]
}

/**
 * Warnings as another program reads them: the sentence in Chinese, in English the code with its parameters, because
 * the sentences of other languages are the page's.
 */
export function saidNotices({ warnings, notices }: Warned, language: 'zh' | 'en'): readonly string[] {
  if (language === 'zh') return warnings
  return notices.map(({ code, params = {} }) => {
    const said = Object.entries(params).map(([name, value]) => `${name}: ${String(value)}`)
    return said.length === 0 ? code : `${code} (${said.join(', ')})`
  })
}
