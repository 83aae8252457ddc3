import type { EndpointFamily } from '../cache/cacheFacts.ts'

const hosts: readonly (readonly [RegExp, EndpointFamily])[] = [
  [/(^|\.)openai\.com$/, 'openai'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)(aliyuncs|alibabacloud)\.com$/, 'qwen'],
  [/(^|\.)moonshot\.(cn|ai)$/, 'kimi'],
  [/(^|\.)(bigmodel\.cn|z\.ai)$/, 'glm'],
  [/(^|\.)(minimaxi?\.(com|io|chat))$/, 'minimax'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
  [/(^|\.)googleapis\.com$/, 'gemini'],
]
const localPorts: Readonly<Record<string, EndpointFamily>> = { '11434': 'ollama', '1234': 'lmstudio' }

/**
 * Who answers at an address: what the author chose, else by the host. Anthropic's own protocol is spoken only when
 * it was chosen: an address that was set up before it could be chosen goes on as it did.
 */
export function familyOf(service: {
  readonly baseUrl: string
  readonly family?: EndpointFamily | undefined
}): EndpointFamily {
  if (service.family !== undefined) return service.family
  const { hostname, port } = new URL(service.baseUrl)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (isLocal) return localPorts[port] ?? 'compatible'
  return hosts.find(([host]) => host.test(hostname))?.[1] ?? 'compatible'
}
