import type { CacheName } from './caches.ts'

/** Which service keeps what it reads as each kind of cache; facts come from the table, the window from models.json. */
export const services: Readonly<Record<CacheName, { readonly family: string; readonly model: string }>> = {
  prefix: { family: 'openai', model: 'gpt-4o' },
  marks: { family: 'qwen', model: 'qwen4-max' },
  breakpoints: { family: 'openai', model: 'gpt-6-sol' },
  units: { family: 'deepseek', model: 'deepseek-flash' },
}

/** A models.json with which every model counts exactly, so that figures are tokens and thresholds are met where they say. */
export const modelsFile = (windowTokens: number) =>
  JSON.stringify({
    version: 1,
    models: [
      {
        ...{ match: '*', windowTokens, outputReserveTokens: 4096, exact: true },
        tokenizer: { encoding: 'o200k_base' },
      },
    ],
  })
