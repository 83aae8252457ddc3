import { expect, test } from 'vitest'
import { browserName } from '../../../../renderer/src/features/settings/browserName.ts'

test('the usual browsers are named as people know them, although each claims to be several', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
  const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
  expect(
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/143.0.0.0`,
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${safari}`,
      'curl/8.0',
      '',
    ].map(browserName),
  ).toEqual([
    'Chrome · Windows',
    'Edge · Windows',
    'Firefox · Linux',
    'Safari · macOS',
    'Safari · iOS',
    null,
    null,
  ])
})
