/** The words of the table that `explain` prints, in one language. */
export interface ExplainWords {
  readonly layers: Readonly<Record<'rules' | 'settings' | 'retrieved' | 'immediate', string>>
  readonly actions: Readonly<Record<string, string>>
  readonly reasons: Readonly<Record<string, string>>
  /** Between two columns. */
  readonly gap: string
  readonly between: string
  readonly total: (tokens: number, max: number, window: number, reserve: number) => string
  readonly truncated: string
  readonly uncut: string
  readonly cuts: (count: number) => string
  readonly characters: (before: number, after: number) => string
  readonly parts: (count: number) => string
  readonly redacted: string
  readonly warning: string
  readonly prefix: (hash: string, isSame: boolean) => string
  readonly prompt: (hash: string) => string
  readonly reused: (tokens: number, kind: string) => string
  readonly firstChange: (block: string, tokensAfter: number) => string
}

export const explainWords: Readonly<Record<'zh' | 'en', ExplainWords>> = {
  zh: {
    layers: { rules: '规则', settings: '设定', retrieved: '召回', immediate: '即时' },
    actions: { kept: '放入', trimmed: '裁剪', dropped: '未放' },
    reasons: {
      within_budget: '',
      over_budget: '预算不足',
      too_large: '内容过大',
      invalid_format: '格式不合规',
      read_error: '读取失败',
      not_selected: '没有选中',
      leftover: '同步或编辑器的副本',
    },
    gap: '　',
    between: '；',
    total: (tokens, max, window, reserve) =>
      `提示词 ${tokens} tokens / 上限 ${max}（窗口 ${window}，输出预留 ${reserve}）`,
    truncated: '有裁剪',
    uncut: '没有裁剪。',
    cuts: (count) => `裁剪与未放入 ${count} 项：`,
    characters: (before, after) => `${before} → ${after} 字`,
    parts: (count) => `${count} 条`,
    redacted: '脱敏',
    warning: '提醒',
    prefix: (hash, isSame) => `稳定前缀 ${hash}${isSame ? '（与上次相同）' : '（与上次不同，或是第一次）'}`,
    prompt: (hash) => `提示词　 ${hash}`,
    reused: (tokens, kind) => `可复用 ${tokens} tokens（${kind}）`,
    firstChange: (block, after) => `，第一个不同：${block}，其后 ${after} tokens 要重新计费`,
  },
  en: {
    layers: { rules: 'Rules', settings: 'Settings', retrieved: 'Retrieved', immediate: 'Immediate' },
    actions: { kept: 'in', trimmed: 'cut', dropped: 'out' },
    reasons: {
      within_budget: '',
      over_budget: 'no room',
      too_large: 'too large',
      invalid_format: 'malformed',
      read_error: 'could not be read',
      not_selected: 'not chosen',
      leftover: 'a copy left by sync or an editor',
    },
    gap: '  ',
    between: '; ',
    total: (tokens, max, window, reserve) =>
      `Prompt: ${tokens} tokens of ${max} (window ${window}, kept for the answer ${reserve})`,
    truncated: 'cut',
    uncut: 'Nothing was cut.',
    cuts: (count) => `Cut or left out: ${count}`,
    characters: (before, after) => `${before} → ${after} characters`,
    parts: (count) => `${count} items`,
    redacted: 'redacted',
    warning: 'warning',
    prefix: (hash, isSame) =>
      `Stable prefix ${hash} (${isSame ? 'as before' : 'other than before, or the first'})`,
    prompt: (hash) => `Prompt        ${hash}`,
    reused: (tokens, kind) => `Can be reused: ${tokens} tokens (${kind})`,
    firstChange: (block, after) =>
      `; first difference: ${block}, the ${after} tokens behind it are paid again`,
  },
}
