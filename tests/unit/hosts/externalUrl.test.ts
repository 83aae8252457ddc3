import fc from 'fast-check'
import { expect, test } from 'vitest'
import { externalUrl } from '../../../main/src/hosts/externalUrl.ts'
import { countedChecks } from '../../support/countedChecks.ts'

test.each([
  ['https://example.com/第一章', 'https://example.com/%E7%AC%AC%E4%B8%80%E7%AB%A0'],
  ['http://example.com/?attach=1#a', 'http://example.com/?attach=1#a'],
  ['HTTPS://EXAMPLE.com', 'https://example.com/'],
  ['https://example.com/"&calc', 'https://example.com/%22&calc'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  [
    'mailto:a@example.com,林远@雾港.中国',
    'mailto:a@example.com,%E6%9E%97%E8%BF%9C@%E9%9B%BE%E6%B8%AF.%E4%B8%AD%E5%9B%BD',
  ],
  [
    'mailto:?to=a@b.c&subject=第一章&body=你好%0A再见',
    'mailto:?to=a@b.c&subject=%E7%AC%AC%E4%B8%80%E7%AB%A0&body=%E4%BD%A0%E5%A5%BD%0A%E5%86%8D%E8%A7%81',
  ],
  ['mailto:a@b.c?SUBJECT=x', 'mailto:a@b.c?SUBJECT=x'],
])('the address %s is opened', (url, opened) => expect(externalUrl(url)).toBe(opened))

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'smb://host/share',
  'ms-msdt:/id',
  'data:text/html,x',
  'app://creonow/',
  'https://user:pass@example.com/',
  'https://user@example.com/',
  'http://:pass@example.com/',
  'https://',
  '//example.com',
  'example.com',
  '',
  `https://example.com/${'a'.repeat(8192)}`,
  'mailto:a@b.c?attach=/etc/passwd',
  'mailto:a@b.c?subject=x&attach=/etc/passwd',
  'mailto:a@b.c?attachment=~/.ssh/id_rsa',
  'mailto:a@b.c?Attach=C:%5Ca',
  'mailto:a@b.c?%61ttach=/etc/passwd',
  'mailto:?to=a@b.c?attach=/etc/passwd',
  'mailto:a@b.c%3Fattach=/etc/passwd',
  'mailto:a@b.c;attach=/etc/passwd',
  'mailto:a@b.c&attach=/etc/passwd',
  'mailto:a@b.c?cc=x@y.z',
  'mailto:a@b.c?bcc=x@y.z',
  'mailto:a@b.c?in-reply-to=1',
  'mailto:a@b.c?subject=x%0D%0ABcc:x@y.z',
  'mailto:a@b.c?subject=x%0ABcc:x@y.z',
  'mailto:a@b.c?subject=x%00',
  'mailto:a@b.c?subject=1&subject=2',
  'mailto:a@b.c?to=d@e.f&to=g@h.i',
  'mailto:--attach@b.c',
  'mailto:"a b"@c.d',
  'mailto:%22%20-compose%20attachment=x%22@b.c',
  'mailto:a@b.c%20--attach',
  'mailto:nobody',
  'mailto:a@b@c',
  'mailto:a@b.c,',
  'mailto:?to=a@b.c%20x',
  'mailto:a@b.c#x',
  'mailto:%ff@b.c',
])('the address %s is not opened', (url) => expect(externalUrl(url)).toBeNull())

test('no string whatever opens another scheme or another field', () => {
  const checked = countedChecks()
  const field = fc.tuple(
    fc.constantFrom('to', 'subject', 'body', 'attach', 'cc', 'Attach', '%61ttach', 'x'),
    fc.constantFrom('a@b.c', '第一章', '/etc/passwd', '%0A', ''),
  )
  const mail = fc
    .tuple(fc.constantFrom('a@b.c', '', 'x', '-a@b.c'), fc.array(field, { maxLength: 2 }))
    .map(([to, fields]) => `mailto:${to}?${fields.map((pair) => pair.join('=')).join('&')}`)
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((rest) => `x${rest}:y`),
        mail,
      ),
      (url) => {
        const opened = externalUrl(url)
        checked.when(opened !== null)
        if (opened === null) return
        const { protocol, searchParams } = new URL(opened)
        expect(['https:', 'http:', 'mailto:']).toContain(protocol)
        const names = [...searchParams.keys()].map((name) => name.toLowerCase())
        if (protocol === 'mailto:')
          expect(names.filter((name) => !/^(to|subject|body)$/.test(name))).toEqual([])
      },
    ),
    { numRuns: 200 },
  )
  checked.expectShare(0.2)
})
