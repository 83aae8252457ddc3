import { describe, expect, test } from 'vitest'
import { applyRedaction, marker, scanSecrets } from '../../../../main/src/services/redaction/index.ts'

const redact = (text: string) => applyRedaction(text, scanSecrets(text, { scope: 'manuscript' })).text
const value = `Ab1${'cd2efg'}`

describe('the value of a key named like a secret', () => {
  test.each([
    ...[
      'password',
      'Passwd',
      'PWD',
      'pw',
      '密 码',
      '口　令',
      'passphrase',
      'secret',
      'client_secret',
      'clientSecret',
      'token',
      'secrets',
    ],
    ...[
      'API_KEY',
      'apikey',
      'api-key',
      'access_key',
      'accessKeyId',
      'AccountKey',
      'private_key',
      'private_key_id',
    ],
    ...[
      'credential',
      'credentials',
      'secret_key',
      'DB_PASS',
      'smtp.pass',
      'dbPass',
      'passwordHash',
      'token2',
    ],
    ...['AWS_SECRET_ACCESS_KEY', 'mySecretString', 'SECRETKEY', 'spring.datasource.password', 'secret_'],
    ...[
      '密码',
      '密碼',
      '口令',
      '密钥',
      '密鑰',
      '秘钥',
      '金钥',
      '金鑰',
      '令牌',
      '權杖',
      '登录密码',
      'WiFi密码2',
    ],
  ])('is hidden and its key stays: %s', (name) => {
    for (const [before, after] of [
      ['=', ''],
      [' = ', '\nnext=1'],
      ['：', '，别外传。'],
      [': ', '.'],
      [':', '在桌上'],
      ['": "', '"}'],
      ["' => '", "',"],
      [' := `', '`'],
      ['\\":\\"', '\\",\\"next'],
      ['=', '&next=1'],
      ['=', '; next=1'],
      ['=', ',Next=1'],
      [':** ', ''],
      ['**：', ''],
      ['：“', '”'],
      ['：「', '」'],
      ['＝', '\\n他走了'],
      [`=${marker}`, ''],
    ]) {
      expect([name, redact(`x ${name}${before}${value}${after}`)]).toEqual([
        name,
        `x ${name}${before}${marker}${after}`,
      ])
    }
  })
})

describe('a match of an assignment', () => {
  test.each([
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCY+EXAMPLE==', `AWS_SECRET_ACCESS_KEY=${marker}`],
    ['PASSWORD=ab;cd,1234&ef!', `PASSWORD=${marker}`],
    ['password="abc 1234xyz!" x', `password="${marker}" x`],
    ['password: Abc1234#5!', `password: ${marker}`],
    ['（token=abcd1234e）', `（token=${marker}）`],
    ['(token=abcd1234e).', `(token=${marker}).`],
    ['<token>x</token><p>token=abcd1234e</p>', `<token>x</token><p>token=${marker}</p>`],
    ['token="abcd1234e', `token="${marker}`],
    [`token="abcd1234 ${'e'.repeat(300)}"`, `token="${marker} ${'e'.repeat(300)}"`],
    ['token="abcd1234e密"', `token="${marker}密"`],
    [`ghp_${'aB3dE5gH7jK9mN1pQ3sT'}-x+y=z%2 里`, `${marker} 里`],
  ])('never ends inside a token: %s', (text, redacted) => expect(redact(text)).toBe(redacted))
})

describe('a plain word, the place of a secret and a sentence about one', () => {
  test.each([
    'password: swordfish',
    'Password: Swordfish',
    'password=swordfish',
    'password = "Swordfish"',
    'password: SWORDFISH',
    'password: abcdef1',
    'password: 12345678',
    'password: 123456789012345',
    "password: half-past.seven,o'clock",
    'secret: everything!',
    'secret: (whispers)',
    'secret: love/hate',
    'secret: "I don\'t know it!" she said',
    'title_secret = "The Garden of McDonald"',
    'secret = "room 12b, upstairs"',
    'password=$DB_PASSWORD1',
    ['password=$', '{DB_PASSWORD1}'].join(''),
    'password=$(cat /run/secret1)',
    'password: {{ vault.password1 }}',
    'password="{{vault.password1}}"',
    'password: <your-password1>',
    'PASSWORD=%PASSWORD1%',
    'password = os.environ["X"]',
    'token_url=example.com/login1',
    'secretName: lighthouse-2026',
    'TOKEN_FILE=secrets-2026',
    'credentialsId: ab12cd34-ef56',
    'maxTokens: args.maxTokens2',
    'tokens = count_of(text2)',
    'CREDENTIAL_ID=ab12cd34-ef56',
    'tokenizer: o200k_base',
    'secretary: LinYuan2026',
    'pass: Abc12345',
    'compass: Abc12345',
    '密码：一二三四五六七八九十',
    '密码：Abc1234在这里',
    'password=\nNEXT_KEY=ab1',
    'key: Abc12345',
    '密码 Abc12345',
  ])('stay as they are: %s', (text) => expect(redact(text)).toBe(text))
})

test('hexadecimal values count without a second class, from 16 digits on', () => {
  expect(redact('令牌=1234567890123456')).toBe(`令牌=${marker}`)
  expect(redact('密码：abcd@efgh')).toBe(`密码：${marker}`)
  expect(redact('token: A1234567')).toBe('token: A1234567')
  expect(redact('token: aBcdefgh')).toBe(`token: ${marker}`)
})

describe('a connection string', () => {
  test.each([
    [
      'jdbc:mysql://h:3306/db?user=bob&password=tiger&ssl=true',
      `jdbc:mysql://h:3306/db?user=bob&password=${marker}&ssl=true`,
    ],
    ['jdbc:sqlserver://h;user=sa;pwd=tiger', `jdbc:sqlserver://h;user=sa;pwd=${marker}`],
    ['jdbc:mysql://h/db?password=tiger', `jdbc:mysql://h/db?password=${marker}`],
    ['jdbc:oracle:thin:scott/tiger@h:1521:x', `jdbc:oracle:thin:${marker}@h:1521:x`],
    ['Server=db;Uid=sa;Pwd=tiger;', `Server=db;Uid=sa;Pwd=${marker};`],
    ['Driver={X};Server=db; Password = tiger', `Driver={X};Server=db; Password = ${marker}`],
    ['Password=tiger;User ID=scott;Server=db', `Password=${marker};User ID=scott;Server=db`],
    ['Server=db;Password=tiger;Passwd=lion', `Server=db;Password=${marker};Passwd=${marker}`],
    [
      'AccountName=x;AccountKey=ab1+/cd2Ef==;EndpointSuffix=y',
      `AccountName=x;AccountKey=${marker};EndpointSuffix=y`,
    ],
  ])('has its password hidden, however plain: %s', (text, redacted) => {
    expect(redact(text)).toBe(redacted)
    expect(redact(redacted)).toBe(redacted)
    expect(scanSecrets(redacted, { scope: 'manuscript' })).toEqual([])
  })

  test.each([
    'password=tiger',
    'see; the password=tiger?',
    'https://x/?user=a&password=tiger',
    'a=1;b=2',
    'jdbc:mysql://h/db?x=1',
  ])('is not found in other text: %s', (text) => expect(redact(text)).toBe(text))
})

describe('a list behind one name', () => {
  const notes = (text: string) => applyRedaction(text, scanSecrets(text, { scope: 'creonow' })).text

  test.each([
    [
      '"passwords": ["aB3dE5gH7", "xY9kL2mN4q", "kT5mN8xL3"]',
      `"passwords": ["${marker}", "${marker}", "${marker}"]`,
    ],
    [
      'passwords:\n  - "aB3dE5gH7"\n  - "hardCoded2x"\n  - kT5mN8xL3wq\nname: lin',
      `passwords:\n  - "${marker}"\n  - "${marker}"\n  - ${marker}\nname: lin`,
    ],
    [
      '密码：\r\n- aB3dE5gH7\r\n- xY9kL2mN4q\r\n- 灯塔\r\n',
      `密码：\r\n- ${marker}\r\n- ${marker}\r\n- 灯塔\r\n`,
    ],
    ['"tokens": [\n  "aB3dE5gH7jK9",\n  "xY9kL2mN4qaa1"\n]', `"tokens": [\n  "${marker}",\n  "${marker}"\n]`],
  ])('is hidden to its end: %j', (text, expected) => {
    expect(notes(text)).toBe(expected)
  })

  test('ends where an item says something else', () => {
    const text = '- password: aB3dE5gH7\n- Version2Beta: yes\n- chapter12B is next\n'
    expect(notes(text)).toBe(`- password: ${marker}\n- Version2Beta: yes\n- chapter12B is next\n`)
  })
})
