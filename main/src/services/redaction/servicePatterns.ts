import type { Pattern } from './patterns.ts'

const left = '(?<![A-Za-z0-9])'
const token = (patternId: string, hint: string, body: string): Pattern => ({
  patternId,
  kind: 'secret',
  hints: [hint],
  find: new RegExp(`${left}${body}`, 'g'),
})
/** A digit within reach, so that a long word behind a prefix is no key. */
const withDigit = '(?=[A-Za-z_-]{0,64}[0-9])'

/** Keys of services whose prefix alone tells them; lengths as the services give them out, or a little less. */
export const servicePatterns: readonly Pattern[] = [
  token('aliyun-access-key-id', 'LTAI', `LTAI${withDigit}[A-Za-z0-9]{12,}`),
  token('tencent-secret-id', 'AKID', `AKID${withDigit}[A-Za-z0-9]{28,}`),
  token('gitlab-token', 'gl', `gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[A-Za-z0-9_-]{20,}`),
  token('sendgrid-key', 'SG.', 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}'),
  token('groq-key', 'gsk_', 'gsk_[A-Za-z0-9]{32,}'),
  token('xai-key', 'xai-', `xai-${withDigit}[A-Za-z0-9]{32,}`),
  token('replicate-token', 'r8_', 'r8_[A-Za-z0-9]{32,}'),
  token('notion-token', 'ntn_', 'ntn_[A-Za-z0-9]{32,}'),
  token('linear-key', 'lin_', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,}'),
  token('figma-token', 'fig', 'fig[dor][rh]?_[A-Za-z0-9_-]{32,}'),
  token('grafana-token', 'gls', 'gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}'),
  token('shopify-token', 'shp', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}'),
  token('docker-token', 'dckr_', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'),
  token('pypi-token', 'pypi-', 'pypi-[A-Za-z0-9_-]{50,}'),
  token('vault-token', 'hv', 'hv[sbr]\\.[A-Za-z0-9_-]{24,}'),
  token('databricks-token', 'dapi', 'dapi[0-9a-f]{32}(?![A-Za-z0-9])'),
  token('tailscale-key', 'tskey-', 'tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,}'),
]
