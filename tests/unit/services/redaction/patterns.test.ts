import { describe, expect, test } from 'vitest'
import { applyRedaction, marker, scanSecrets } from '../../../../main/src/services/redaction/index.ts'

const hex = '0123456789abcdef'
const letters = 'aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1cD3fG5'

/** Assembled at run time, so that no scanner takes this file for a leak. */
const secrets: readonly (readonly [patternId: string, text: string])[] = [
  ['sk-key', `sk-${'THIS_SHOULD_BE_REDACTED'}`],
  ['sk-key', `sk-${letters}`],
  ['sk-key', `sk-${hex}${hex}`],
  ['anthropic-key', `sk-ant-api03-${letters}`],
  ['openai-project-key', `sk-proj-${letters}`],
  ['github-token', `gho_${letters}`],
  ['github-token', `ghp_${letters}`],
  ['github-token', `ghu_${letters}`],
  ['github-token', `ghs_${letters}`],
  ['github-token', `ghr_${letters}`],
  ['github-fine-grained-token', `github_pat_${letters}_${letters}`],
  ['aws-access-key-id', `AKIA${'IOSFODNN7EXAMPLE'}`],
  ['aws-access-key-id', `ASIA${'IOSFODNN7EXAMPLE'}`],
  ['google-api-key', `AIza${letters.slice(0, 35)}`],
  ['slack-token', `xoxb-${'1234567890'}-abcdefghij`],
  ['slack-token', `xapp-1-${'A1B2C3D4E5'}-123`],
  ['stripe-live-key', `sk_live_${letters}`],
  ['stripe-live-key', `rk_live_${letters}`],
  ['stripe-test-key', `sk_test_${letters}`],
  ['stripe-test-key', `pk_test_${letters}`],
  ['huggingface-token', `hf_${letters}`],
  ['npm-token', `npm_${letters}`],
  ['jwt', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${letters}`],
  ['zhipu-key', `${hex}${hex}.${letters.slice(0, 16)}`],
  ['private-key', `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n${letters}\n-----END RSA PRIVATE KEY-----`],
  ['private-key', `-----BEGIN OPENSSH PRIVATE KEY-----\\n${letters}\\n-----END OPENSSH PRIVATE KEY-----`],
  ['unix-path', '/home/bob/novels/ch1.md'],
  ['unix-path', '/Users/amy/Documents/a(1).md'],
  ['unix-path', '/root/.ssh/id_ed25519'],
  ['unix-path', '/c/Users/bob/novel'],
  ['unix-path', '/Users/赵大勇/小说/第一章.md'],
  ['system-path', '/etc/passwd'],
  ['system-path', '/var/log/nginx/error.log'],
  ['system-path', '/opt/creonow/a.md'],
  ['system-path', '/srv/小说/第一章.md'],
  ['wsl-path', '/mnt/c/Users/bob/novel'],
  ['windows-path', 'C:\\Users\\bob\\novel.md'],
  ['windows-path', 'C:\\\\Users\\\\bob\\\\novel.md'],
  ['windows-path', 'd:/novels/ch1.md'],
  ['windows-path', 'C:\\notes\\new.md'],
  ['windows-path', 'C:\\Users\\赵大勇\\桌面\\大纲.txt'],
  ['windows-path', 'C:\\Users\\Amy Lin\\My Novel\\a.md'],
  ['windows-path', 'D:/小说.txt'],
  ['unc-path', '\\\\nas\\share\\ch1.md'],
  ['unc-path', '\\\\wsl$\\Ubuntu\\home'],
]

/** What stands before and behind a secret in a writer's notes. */
const surroundings: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['密钥是', '，别外传。'],
  ['“', '”她说'],
  ['\uFEFF\u3000\u3000配置：', '\r\n\u3000\u3000下一行'],
  ['{"apiKey":"', '"}'],
  ['𠮷👨‍👩‍👧‍👦', '𠮷'],
  ['**', '**'],
  ['(', ').'],
]

const redact = (text: string, scope: 'creonow' | 'manuscript' = 'creonow', keys: readonly string[] = []) =>
  applyRedaction(text, scanSecrets(text, { scope, keys }))

describe('the redactor', () => {
  test.each(secrets)('hides %s: %s', (patternId, secret) => {
    for (const [before, after] of surroundings) {
      const from = before.length
      expect(redact(`${before}${secret}${after}`)).toEqual({
        text: `${before}${marker}${after}`,
        replacements: [{ from, to: from + secret.length, length: marker.length, patternId }],
        evidence: [{ patternId, matchCount: 1 }],
      })
    }
  })

  test.each([
    [`Authorization: Bearer ${letters}`, `Authorization: Bearer ${marker}`, 'bearer-token'],
    [`authorization: bearer ${letters}==`, `authorization: bearer ${marker}`, 'bearer-token'],
    [
      '"Authorization": "Basic dXNlcjpwYXNzd29yZA=="',
      `"Authorization": "Basic ${marker}"`,
      'basic-authorization',
    ],
    ['postgres://bob:s3cret@db:5432/novel', `postgres://${marker}@db:5432/novel`, 'url-password'],
    ['见https://bob:s3cret@example.com/x。', `见https://${marker}@example.com/x。`, 'url-password'],
    [
      `https://hooks.slack.com/services/T0000/B0000/${letters}`,
      `https://hooks.slack.com/services/${marker}`,
      'slack-webhook',
    ],
    [`DEEPSEEK_KEY=${hex}${hex}`, `DEEPSEEK_KEY=${marker}`, 'deepseek-key'],
    [`月之暗面的密钥：sk-${letters}`, `月之暗面的密钥：${marker}`, 'moonshot-key'],
    [`通义千问：${letters}，保密`, `通义千问：${marker}，保密`, 'dashscope-key'],
    [
      `-----BEGIN PRIVATE KEY-----\n${letters}\n${letters}\n\n故事开始了。`,
      `${marker}\n\n故事开始了。`,
      'private-key',
    ],
  ])('hides a secret and leaves what surrounds it: %s', (text, redacted, patternId) => {
    const { evidence, text: actual } = redact(text)
    expect({ actual, evidence }).toEqual({ actual: redacted, evidence: [{ patternId, matchCount: 1 }] })
  })
})

describe('the redaction of ordinary words and prose', () => {
  test.each([
    'risk-assessment and task-management12, disk-utility-2000, desk-Organizer_1',
    'sk-learn，sk-ating',
    'The bearer responsibilities were many; a bearer internationalization-of-things.',
    'ASIAPACIFICREGION、AKIA、亚洲ASIA2024',
    'npm_config_registry、hf_hub、gh_user、ghost_writer',
    'https://example.com/home/user/page?x=1 和 ./home/a 与 ~/home/b 与 ../Users/c',
    'http://example.com:8080，邮箱a@b.com；http://host:80/x@y',
    '他说：“A:/B:，你选。” 表情 :/ 与 :\\ 与 D:',
    '{"text":"规则A:\\n不要写死。\\n规则B:\\tDo not."}',
    '甲\\乙\\\\丙\\n丁 // 注释 //server',
    '通义千问：这是一个没有数字的很长的句子abcdefghijklmnopqrstuvwxyz',
    'Kimi looked at him. 深度求索是什么？',
    'eyJ 不是令牌；eyJhbGciOiJIUzI1NiJ9 也不是。',
    '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
    '3/4，1/2，and/or，C:，盘符 C: 后面',
  ])('changes nothing: %s', (text) => {
    expect(redact(text)).toEqual({ text, replacements: [], evidence: [] })
  })
})

describe('the redaction of a path', () => {
  test.each([
    ['文件在/home/bob/小说里面有。', `文件在${marker}有。`],
    ['文件在/home/bob里面。', `文件在${marker}里面。`],
    ['大纲在C:\\Users\\赵大勇\\桌面\\大纲.txt里面', `大纲在${marker}里面`],
    ['/etc 与 /var/ 与 /opt，/srv。', '/etc 与 /var/ 与 /opt，/srv。'],
    ['保存到 C:\\Users\\bob\\a.md，然后退出', `保存到 ${marker}，然后退出`],
    ['保存到 /Users/amy/a.md, then quit.', `保存到 ${marker}, then quit.`],
    ['`/root/x`和"/home/y"', `\`${marker}\`和"${marker}"`],
    ['/home/bob/a b', `${marker} b`],
    ['file:///home/bob/a.md#第一节', `file://${marker}第一节`],
    ['路径/home/alice/和/home/bob/都要', `路径${marker}和${marker}`],
    ['| /home/bob/a |', `| ${marker} |`],
  ])('ends where the prose begins: %s', (text, redacted) => expect(redact(text).text).toBe(redacted))

  test('hides a user name in CJK between separators', () => {
    expect(redact('C:\\Users\\张三\\书\\第一章.md和/home/李四/x').text).toBe(`${marker}和${marker}`)
  })

  test('leaves a path of the story in the manuscript', () => {
    const text = `他打开 C:\\Users\\bob\\遗书.txt，密码是 sk-${letters}`
    expect(redact(text, 'manuscript').text).toBe(`他打开 C:\\Users\\bob\\遗书.txt，密码是 ${marker}`)
  })
})

describe('redaction of keys stored in the settings', () => {
  const strong = 'correct-horse-42!'

  test('hides a key without a recognisable shape', () => {
    expect(redact(`前${strong}后x${strong}`, 'manuscript', [strong])).toEqual({
      text: `前${marker}后x${marker}`,
      replacements: [
        { from: 1, to: 18, length: marker.length, patternId: 'stored-key' },
        { from: 20, to: 37, length: marker.length, patternId: 'stored-key' },
      ],
      evidence: [{ patternId: 'stored-key', matchCount: 2 }],
    })
  })

  test('leaves a word in the text that equals a dummy key (ollama)', () => {
    const text =
      'ollama 是本地模型；apiKey: "ollama"，Bearer ollama，token=ollama，key ollamas，密钥：ollama。'
    expect(redact(text, 'creonow', ['ollama']).text).toBe(
      `ollama 是本地模型；apiKey: "${marker}"，Bearer ${marker}，token=${marker}，key ollamas，密钥：${marker}。`,
    )
  })

  test('leaves a long key of one character class and a part of the marker as they are', () => {
    const text = '雾港雾港雾港雾港雾港雾港 abcdefghijkl ***REDACTED***'
    const keys = ['雾港雾港雾港雾港雾港雾港', 'abcdefghijkl', 'REDACTED', '**REDACTED**', 'ab', '']
    expect(redact(text, 'creonow', keys).text).toBe(text)
  })
})

test('an allowed text is not redacted, and no other is shown with it', () => {
  const allowed = `sk-${'demo-1234567890'}`
  const text = `${allowed} sk-${letters}`
  const matches = scanSecrets(text, { scope: 'creonow', allow: (found) => found === allowed })
  expect(applyRedaction(text, matches).text).toBe(`${allowed} ${marker}`)
})
