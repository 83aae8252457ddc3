import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digits, invented, path, plain, type SecretKind, upper, within } from './invented.ts'

const hexDigits = ['0123456789abcdef', '0123456789abcdef']
const hex = (seed: string, length: number) => invented(seed, length, hexDigits)

const dash = '-'.repeat(5)
const block = (kind: string, seed: string) =>
  [
    `${dash}BEGIN ${kind} KEY${dash}`,
    invented(seed, 64),
    invented(`${seed}2`, 40),
    `${dash}END ${kind} KEY${dash}`,
  ].join('\n')
const jwtPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export const secretKinds: readonly SecretKind[] = [
  plain('sk', 'sk', '-', invented('sk', 40)),
  plain('sk of the document', 'sk', '-', 'THIS_SHOULD', '_BE_REDACTED'),
  plain('anthropic', 'sk', '-ant-', 'api03-', invented('ant', 60)),
  plain('openai project', 'sk', '-proj-', invented('proj', 48)),
  plain('github oauth', 'gho', '_', invented('gho', 36)),
  plain('github personal', 'ghp', '_', invented('ghp', 36)),
  plain('github user', 'ghu', '_', invented('ghu', 36)),
  plain('github server', 'ghs', '_', invented('ghs', 36)),
  plain('github fine-grained', 'github', '_pat_', invented('pat', 22), '_', invented('pat2', 59)),
  plain('aws key', 'AK', 'IA', invented('akia', 16, [upper, digits])),
  plain('aws session', 'AS', 'IA', invented('asia', 16, [upper, digits])),
  plain('google', 'AI', 'za', invented('aiza', 35)),
  plain('slack', 'xo', 'xb-', invented('xoxb', 12, [digits]), '-', invented('xoxb2', 24)),
  plain('stripe', 'sk', '_live_', invented('stripe', 24)),
  plain('huggingface', 'hf', '_', invented('hf', 34)),
  plain('npm', 'np', 'm_', invented('npm', 36)),
  within('bearer', 'Bearer ', invented('bearer', 40)),
  plain('jwt', jwtPart({ alg: 'HS256' }), '.', jwtPart({ sub: '10086', n: 1 }), '.', invented('jwt', 43)),
  plain('private key', block('RSA PRIVATE', 'rsa')),
  plain('openssh key', block('OPENSSH PRIVATE', 'ssh')),
  plain('zhipu', hex('zhipu', 32), '.', invented('zhipu', 16)),
  within('deepseek', 'DeepSeek ', `sk-${hex('deepseek', 32)}`),
  within('moonshot', '月之暗面 ', `sk-${invented('moonshot', 48)}`),
  within('dashscope', 'dashscope=', invented('dash', 32)),
  within('url password', 'postgres://', `bob:${invented('url', 14)}`, '@db:5432/novel'),
  plain('aliyun', 'LT', 'AI5t', invented('aliyun', 20)),
  plain('tencent', 'AK', 'ID', invented('tencent', 32)),
  plain('gitlab', 'gl', 'pat-', invented('gitlab', 20)),
  plain('sendgrid', 'S', 'G.', invented('sg', 22), '.', invented('sg2', 43)),
  plain('groq', 'gs', 'k_', invented('groq', 52)),
  plain('notion', 'nt', 'n_', invented('notion', 46)),
  plain('shopify', 'shp', 'at_', hex('shopify', 32)),
  plain('grafana', 'gl', 'sa_', invented('grafana', 32), '_', hex('grafana', 8)),
  plain('docker', 'dckr', '_pat_', invented('docker', 27)),
  plain('vault', 'hv', 's.', invented('vault', 96)),
  within(
    'aws secret key',
    'AWS_SECRET_ACCESS_KEY=',
    `${invented('aws', 13)}/${invented('aws2', 7)}/${invented('aws3', 18)}`,
  ),
  within('assigned in .env', 'DB_PASSWORD=', `${invented('env', 6)}!${invented('env2', 5)}`),
  within('assigned in JSON', '"client_secret": "', hex('json', 32), '"'),
  within('assigned in YAML', 'private_key_id: ', hex('yaml', 40)),
  within('assigned in ini', 'smtp_pass = ', invented('ini', 9)),
  within('assigned, escaped', '{\\"apiToken\\":\\"', invented('escaped', 24), '\\"}'),
  within('assigned in Chinese', '登录密码：', invented('zh', 8)),
  within('assigned in Chinese, quoted', '密钥：“', invented('zh2', 20), '”'),
  within('assigned in Markdown', '**令牌：** ', invented('md', 16)),
  within('jdbc', 'jdbc:mysql://db:3306/novel?user=bob&password=', 'tiger', '&ssl=true'),
  within('oracle', 'jdbc:oracle:thin:', 'scott/tiger', '@db:1521:x'),
  within('odbc', 'Driver={SQL Server};Server=db;Uid=sa;Pwd=', 'tiger', ';'),
  within('connection string', 'Password=', 'tiger', ';User ID=scott;Server=db'),
  within(
    'url password with @',
    'postgres://',
    `bob:${invented('at', 4)}@${invented('at2', 6)}`,
    '@db:5432/novel',
  ),
  plain('identity number', '320311', '19770706', '019', 'X'),
  plain('identity number, small x', '320311', '19770706', '019', 'x'),
  path('system path', `/etc/${'nginx'}/nginx.conf`),
  path('system path of an account', `/var/lib/${'mysql'}/novel.db`),
  path('Chinese Windows path', `C:\\Users\\${'赵大勇'}\\桌面\\大纲.txt`),
  path('Chinese mac path', `/Users/${'赵大勇'}/小说/第一章.md`),
  path('Chinese linux path', `/home/${'张三'}/书/雾港来信/人物.json`),
  path('Windows path with spaces', `C:\\Users\\${'Amy Lin'}\\My Novel\\a.md`),
  path('linux path', `/home/${'bob'}/novels/chapter-one.md`),
  path('mac path', `/Users/${'amy'}/Documents/draft.md`),
  path('root path', `/root/${'private'}/notes.txt`),
  path('wsl path', `/mnt/c/${'Work'}/notes.txt`),
  path('windows path', `C:\\Users\\${'bob'}\\novel.md`),
  path('unc path', `\\\\nas\\${'share'}\\novel.md`),
]

/** Where a writer's notes hold a secret. */
export const surroundings: readonly { readonly name: string; wrap(text: string): string }[] = [
  { name: 'line start', wrap: (text) => `前一行。\n${text} 在行首。\n后一行。\n` },
  { name: 'inside Chinese', wrap: (text) => `他把${text}写进了信里。` },
  { name: 'after a full-width colon', wrap: (text) => `口令：${text}，别外传。` },
  { name: 'JSON', wrap: (text) => `${JSON.stringify({ title: '雾港', value: text, next: 1 })}\n` },
  { name: 'YAML', wrap: (text) => `title: 雾港\nvalue: ${text}\nnext: 1\n` },
  { name: 'URL', wrap: (text) => `见 https://example.com/cb?value=${text}&x=1 这一页。` },
  { name: 'Markdown code', wrap: (text) => `运行 \`${text}\` 就好。` },
  { name: 'end of file', wrap: (text) => `最后一行 ${text}` },
]

/** What looks like a secret and is none; must stay as it is to the byte. */
export const harmless: readonly string[] = [
  ...[
    ['sk', '-abcde'],
    ['sk', '-learn 与 sk', '-ating'],
    ['risk', '-assessment12 与 task', '-management12'],
    ['sk', '-ant-abc'],
    ['gho', '_', 'a'.repeat(15)],
    ['github', '_pat_', 'a'.repeat(15)],
    ['AK', 'IA', invented('short', 8, [upper, digits])],
    ['AK', 'IB', invented('akib', 16, [upper, digits])],
    ['AI', 'za', invented('short', 29)],
    ['AI', 'zb', invented('aizb', 35)],
    ['xo', 'xb-', 'abcdefghijk'],
    ['sk', '_live_', invented('short', 9)],
    ['sk', '_test_', invented('short', 9)],
    ['hf', '_', invented('short', 15)],
    ['np', 'm_', invented('short', 19)],
    ['npm', '_config_registry、hf', '_hub、gh', '_user'],
    ['Bearer ', invented('short', 15)],
    ['The bearer ', 'internationalization of all bearers'],
    ['eyJ', 'hbGciOi.', 'abc'],
    [dash, 'BEGIN PUBLIC KEY', dash, '\n', invented('public', 40), '\n', dash, 'END PUBLIC KEY', dash],
    [hex('short', 31), '.', invented('short', 16)],
    [hex('short', 32), '.', invented('short', 15)],
    ['通义千问与 Kimi 都没有', 'abcdefghijklmnopqrstuvwxyz'],
    ['https://example.com:8080/a?b=c#d 与 a@b.com'],
    ['LT', 'AI', invented('short', 11)],
    ['AK', 'ID', invented('short', 27)],
    ['gl', 'pat-', invented('short', 19)],
    ['S', 'G.', invented('short', 15), '.', invented('short', 15)],
    ['shp', 'at_', hex('short', 31)],
    ['dckr', '_pat_', invented('short', 19)],
    ['hv', 's.', invented('short', 23)],
  ].map((parts) => parts.join('')),
  '123e4567-e89b-12d3-a456-426614174000',
  hex('commit', 40),
  hex('sha256', 64),
  'ISBN 978-7-02-000220-7，ISBN 7020002207',
  './home/a.md、../Users/b.md、~/root/c.md、manuscript/012-第十二回.md、.creonow/rules/style.md',
  'https://example.com/home/user/page 与 http://example.com/root/x',
  'C: 盘和 D: 盘，A:/B: 二选一，表情 :/ 与 :\\',
  '三分之一是 1/3，and/or，他/她，2026/11/22',
  '“第十二章”……——！？；：（）《》𠮷👨‍👩‍👧‍👦\u3000\u3000',
  ...readFileSync(join(import.meta.dirname, 'harmless.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
]

/** Units that make slow patterns slow when they are repeated. */
export const hostileUnits: readonly string[] = [
  ['sk', '-'].join(''),
  ['eyJ', 'aaaaaaaa.eyJ', '-'].join(''),
  `${dash}BEGIN PRIVATE KEY${dash}`,
  'a://a:',
  '/home/张/',
  'C:\\n',
  'deepseek -a',
  ['S', 'G.aaaaaaaaaaaaaaaa.'].join(''),
  ['gl', 'pat-', invented('hostile', 20), ' '].join(''),
  'a1B2',
]

/** The same for the own patterns alone. */
export const hostileAssignments: readonly string[] = [
  'password=',
  'password: ',
  'token:"a1 ',
  '密码：',
  ';Pwd=',
  'jdbc:a?',
  '110105194912310021 ',
  'C:\\Users\\a b',
  '/etc/a',
]
