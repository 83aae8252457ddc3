import { marker } from './apply.ts'
import { isRandom } from './disorder.ts'
import { isSecret } from './named.ts'
import type { Pattern } from './patterns.ts'

const gap = '[^\\S\\r\\n]'
const behindHidden = `(?:${marker.replaceAll('*', '\\*')})*(?!${marker.replaceAll('*', '\\*')})`
const connectionKey = `(?:[Pp]assw(?:or)?d|PASSW(?:OR)?D|[Pp]wd|PWD)${gap}{0,2}=`
const plainValue = '[^;&\\s"\'`\\u2010-\\uffff]{1,256}'
const upToValue = `${gap}{0,2}${behindHidden}`

/** In a list of `name=value;`, or behind `jdbc:`, every password is one, however plain. */
const connection: Pattern = {
  patternId: 'connection-password',
  kind: 'secret',
  where: 'nearRun',
  hints: [';', 'jdbc:'],
  find: new RegExp(
    `=(?<=${connectionKey})(?:(?<=(?:;${gap}{0,2}|jdbc:[^\\s"'\`]{0,256}[?&;])${connectionKey})` +
      `|(?=${upToValue}${plainValue};${gap}{0,2}[A-Za-z][A-Za-z ]{1,30}=))${upToValue}(?<secret>${plainValue})`,
    'g',
  ),
}

/** `scott/tiger@`: Oracle's thin driver. */
const oracle: Pattern = {
  patternId: 'connection-password',
  kind: 'secret',
  where: 'nearRun',
  hints: ['jdbc:oracle:'],
  find: new RegExp(
    `jdbc:oracle:[a-z]{1,8}:${behindHidden}(?<secret>[^\\s/@"'\`]{1,64}\\/[^\\s@"'\`]{1,128})@`,
    'g',
  ),
}

const value = (
  patternId: string,
  where: Pattern['where'],
  hints: readonly string[],
  find: RegExp,
  accept: NonNullable<Pattern['accept']> = isSecret,
): Pattern => ({ patternId, kind: 'secret', where, hints, find, accept })

/** What manuals write for a password. */
const isManual = (exact: string) => /(?:^|:)(?:password|passwd|pass)$/.test(exact)

const phrase = '(?<secret>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?![A-Za-z ,.])'
/** Words of a wallet: nothing in them but their number tells them from prose. */
const seedPhrases = [
  value('seed-phrase', 'text', ['助记词'], new RegExp(`助记词[^A-Za-z0-9]{1,8}${phrase}`, 'g'), () => true),
  value(
    'seed-phrase',
    'text',
    [':', '：'],
    new RegExp(`[:：](?<=(?:phrase|nemonic)[:：]) ?${phrase}`, 'g'),
    () => true,
  ),
]

/** Values whose place tells them: in a command, in a header, in an address. */
export const connectionPatterns: readonly Pattern[] = [
  connection,
  oracle,
  ...seedPhrases,
  value(
    'url-password',
    'run',
    ['://'],
    new RegExp(
      `://[^\\n/?#:[]{0,128}:(?![0-9]{1,5}[/?#])${behindHidden}(?<secret>[^\\n:]{1,128})@[A-Za-z0-9.-]{1,128}(?![A-Za-z0-9.@-])`,
      'g',
    ),
    (exact) => !isManual(exact),
  ),
  value(
    'wallet-key',
    'nearRun',
    ['钱包', '錢包', 'allet'],
    /(?:钱包|錢包|[Ww]allet)[^A-Za-z0-9\r\n]{1,8}(?<secret>[0-9a-fA-F]{64})(?![A-Za-z0-9])/g,
    isRandom,
  ),
  value(
    'command-password',
    'nearRun',
    ['-u ', '--user'],
    /(?:-u|--user)[ =]{1,4}["']?[^\s:"']{0,64}["']?:["']?(?<secret>[^\s"']{8,256})/g,
  ),
  value(
    'command-password',
    'nearRun',
    [' -p'],
    /(?:mysql[a-z]{0,8}|sshpass|login)[^\r\n]{0,60} -p ?["']?(?<secret>[^\s"']{8,256})/g,
  ),
  value(
    'command-password',
    'nearRun',
    ['redis-cli', 'openssl', 'zip', 'keytool', 'htpasswd', 'net use'],
    new RegExp(
      '(?<![\\w-])(?:redis-cli[^\\r\\n]{0,80} -a|openssl[^\\r\\n]{0,80} -k|zip[^\\r\\n]{0,40} -P' +
        '|keytool[^\\r\\n]{0,80} -(?:store|key)pass|htpasswd[^\\r\\n]{0,40} -[a-zA-Z]{0,4}b[a-zA-Z]{0,4}(?: [^\\s]{1,64}){2}' +
        '|net use[^\\r\\n]{0,80} \\/user:[^\\s]{1,64}) {1,4}["\']?(?<secret>[^\\s"\']{8,256})',
      'g',
    ),
  ),
  value('command-password', 'run', [':'], /:[0-9]{2,5}:[\w*-]{1,64}:[\w*-]{1,64}:(?<secret>[^\n:]{8,256})/g),
  value(
    'header-key',
    'nearRun',
    ['X-', 'x-'],
    /(?<![\w-])[Xx]-[\w-]{1,40}: ?["']?(?<secret>[^\s"',;]{12,512})/g,
    (exact) => isSecret(exact) && isRandom(exact),
  ),
  value(
    'named-secret',
    'nearRun',
    [' is the ', ' is my ', ' is our '],
    / is (?=(?:the|my|our) (?:[a-z]{1,12} ){0,2}(?:password|passphrase|passcode|token|secret|(?:api )?key)(?![a-z]))(?<=(?<![^\s/#;*"'`])(?<secret>[^\s"'`]{8,128}) is )/g,
  ),
  value(
    'named-secret',
    'nearRun',
    ['" =', "' =", '" !', "' !"],
    /(?<=["'])(?<secret>[^\s"']{8,128})["'] ?[!=]={1,2} ?[\w.$]{0,40}(?:pass|secret|token|key|pwd)/gi,
  ),
  value(
    'account-password',
    'nearRun',
    ['ogin', '账号', '帐号', '用户名'],
    /(?:[Ll]ogin|账号|帐号|用户名) ?[:：] ?[\w.@-]{1,40} ?[/／|,，] ?(?<secret>[^\s"'`\u2010-\uffff]{8,64})/g,
  ),
  value(
    'named-secret',
    'nearRun',
    [' for ', ' of '],
    / (?:for|of) (?<=(?:passw(?:or)?d|passphrase|passcode|pwd|token|secret|api key) (?:for|of) )(?:the )?[\w.@-]{1,32} ?[:=] ?["']?(?<secret>[^\s"']{8,128})/gi,
  ),
  value(
    'named-secret',
    'nearRun',
    ['env'],
    /env(?:iron(?:\.get)?|(?<=getenv|process\.env))[^\r\n"']{0,8}["'][^\s"']{0,40}(?:pass|pwd|secret|token|key)[^\s"']{0,24}["'][\])]{0,2} ?(?:\bor\b|\?\?|\|\||,) ?["'](?<secret>[^\s"']{6,128})["']/gi,
  ),
  value(
    'sql-password',
    'nearRun',
    ['dentified', 'DENTIFIED'],
    /identified (?:with ["'`]?\w{1,40}["'`]? )?(?:by|as) (?:password )?["'](?<secret>[^\s"']{6,128})/gi,
  ),
  value(
    'command-password',
    'nearRun',
    ['-bearer', 'SecureString'],
    /(?:--[\w-]{0,24}bearer[ =]{1,2}|ConvertTo-SecureString(?: -(?:String|Force|AsPlainText|Key))* )["']?(?<secret>[^\s"']{8,512})/g,
  ),
  value(
    'header-key',
    'nearRun',
    ['NTLM ', 'Negotiate '],
    /uthorization["']?: ?["']?(?:NTLM|Negotiate) (?<secret>[A-Za-z0-9+/]{16,4096}={0,2})/g,
  ),
  // In a novel it is one of the story.
  {
    ...value(
      'product-key',
      'text',
      ['ctivation', 'icen', 'roduct', 'CD ', 'erial', '激活码', '序列号', '注册码'],
      /(?:(?:[Aa]ctivation|[Ll]icen[sc]e|[Pp]roduct|CD) (?:[Kk]ey|[Cc]ode)|[Ss]erial(?: [Nn]umber)?|激活码|序列号|注册码)[^A-Za-z0-9\r\n]{1,8}(?<secret>[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,5})(?![A-Z0-9-])/g,
      () => true,
    ),
    notesOnly: true,
  },
  value(
    'key-bytes',
    'text',
    ['0x', 'byte'],
    /(?:key|secret|token|password|passwd)\w{0,16}[^\w\r\n]{1,6}(?<type>(?:new )?(?:\[\])?(?:unsigned )?(?:bytes?|char|uint8_t)(?:\[\d{0,4}\])?[^\w\r\n]{1,4})?(?<secret>(?:0x[0-9a-f]{1,2}|[0-9]{1,3})(?:,\s{0,12}(?:0x[0-9a-f]{1,2}|[0-9]{1,3})){11,1023})/gi,
    // Numbers alone behind a key may be those of a puzzle.
    (exact, { type }) => type !== undefined || exact.includes('0x'),
  ),
  value(
    'signature',
    'nearRun',
    ['oauth_signature='],
    /oauth_signature=["'](?<secret>[\w%+/=-]{16,512})/g,
    isRandom,
  ),
  value(
    'bundler-password',
    'run',
    ['BUNDLE_'],
    /BUNDLE_[A-Z0-9_]{3,64}=(?<secret>[^\s:]{1,64}:[^\s]{4,128})/g,
  ),
  value(
    'cookie',
    'nearRun',
    ['ookie:'],
    /[Cc]ookie2?: ?(?:[\w.-]{1,64}=[^;\s]{0,64}; ?){0,8}[\w.-]{1,64}=(?<secret>[^;\s]{16,4096})/g,
  ),
  value(
    'signature',
    'run',
    ['ig=', 'ignature='],
    /[?&](?:sig|[\w-]{0,16}[Ss]ignature)=(?<secret>[\w%+/=-]{16,512})/g,
    isRandom,
  ),
]
