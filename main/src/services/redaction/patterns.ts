/** A kind of text that must not leave the app. Data only: `scan.ts` is the one place that runs it. */
export interface Pattern {
  /** Stable: it appears in evidence, receipts and the user's allow-list screen. */
  readonly patternId: string
  /** `path` matches are lengthened to the end of the path and skipped in the manuscript. */
  readonly kind: 'secret' | 'path'
  /**
   * Where it is looked for: within each run of the units of a token (`tokenRuns`), in the text when it has such a
   * run (the name of a provider stands beside it), or in every text.
   */
  readonly where: 'run' | 'nearRun' | 'text'
  /** Not in a manuscript, where somebody may say it; absent = in both. */
  readonly notesOnly?: true
  /** UTF-16 units of the shortest match in a run: shorter runs are not looked at; absent = any. */
  readonly minUnits?: number
  /** How often what it finds changes (`disorder.ts`): a run that changes less is not looked at; absent = any. */
  readonly minChanges?: number
  /** The expression is run only when one of these occurs there; absent = always. */
  readonly hints?: readonly string[]
  /**
   * Global, and linear on any text: a start is never inside a run its body could scan again. With a group
   * `secret` only that group is replaced; a match in which it took no part is text looked at and passed over.
   */
  readonly find: RegExp
  /** Where the text that was found really ends; else with its token, a path with its name. Linear. */
  readonly end?: (text: string, from: number, groups: Groups) => number
  /** Says no to what only looks like one: a wrong check digit, a value that is a plain word. */
  readonly accept?: (exact: string, groups: Groups) => boolean
}

/** The named groups of a find. */
export type Groups = Readonly<Record<string, string | undefined>>

const finder =
  (kind: Pattern['kind'], where: Pattern['where']) =>
  (patternId: string, hints: readonly string[], find: RegExp): Pattern => ({
    patternId,
    kind,
    where,
    hints,
    find,
  })
const inRun = finder('secret', 'run')
const adjacentToRun = finder('secret', 'nearRun')
const path = finder('path', 'text')

/** A value with a digit, close behind the name of a provider whose keys have no prefix of their own. */
function nearName(names: string): RegExp {
  return new RegExp(
    `(?:${names})[^\\n\\r]{0,40}?(?<![A-Za-z0-9_./-])` +
      '(?<secret>(?:sk-)?(?=[A-Za-z_-]{0,64}[0-9])[A-Za-z0-9_-]{24,})',
    'gi',
  )
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** 身份证号: region, date of birth, order, and the check digit of GB 11643 (ISO 7064, MOD 11-2). */
export const identityNumber: Pattern = {
  patternId: 'identity-number',
  kind: 'secret',
  where: 'nearRun',
  find: /(?<![A-Za-z0-9_]|[0-9][.,])[1-9][0-9]{5}(?:18|19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx](?![A-Za-z0-9_]|[.,][0-9])/g,
  end: (_text, from) => from + 18,
  accept: (exact) => checkDigit(exact) === exact.charAt(17).toUpperCase(),
}

function checkDigit(digits: string): string | undefined {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return '10X98765432'[sum % 11]
}

/** More specific patterns first: of two on the same span the first one names it. */
export const patterns: readonly Pattern[] = [
  inRun('anthropic-key', ['sk-ant-'], /(?<![A-Za-z0-9])sk-ant-[A-Za-z0-9_-]{6,}/g),
  inRun('openai-project-key', ['sk-proj-'], /(?<![A-Za-z0-9])sk-proj-[A-Za-z0-9_-]{6,}/g),
  adjacentToRun('deepseek-key', ['eep', 'EEP', '深度求索'], nearName('deep[ _-]?seek|深度求索')),
  adjacentToRun(
    'moonshot-key',
    ['oonshot', 'OONSHOT', 'imi', 'IMI', '月之暗面'],
    nearName('moonshot|kimi|月之暗面'),
  ),
  adjacentToRun(
    'dashscope-key',
    ['ash', 'ASH', 'wen', 'WEN', 'ailian', 'AILIAN', '通义', '千问', '百炼'],
    nearName('dashscope|qwen|bailian|通义|千问|百炼'),
  ),
  {
    ...inRun('zhipu-key', ['.'], /(?<![A-Za-z0-9])[0-9a-fA-F]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])/g),
    minUnits: 49,
  },
  // Plain words (sk-learn) stay; a digit, capital or underscore makes a short one a key.
  inRun(
    'sk-key',
    ['sk-'],
    /(?<![A-Za-z0-9])sk-(?:(?=[a-z-]{0,64}[A-Z0-9_])[A-Za-z0-9_-]{6,}|[A-Za-z0-9_-]{10,})/g,
  ),
  inRun('github-token', ['gh'], /(?<![A-Za-z0-9])gh[oprsu]_[A-Za-z0-9]{16,}/g),
  inRun('github-fine-grained-token', ['github_pat_'], /(?<![A-Za-z0-9])github_pat_[A-Za-z0-9_]{16,}/g),
  inRun(
    'aws-access-key-id',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    /(?<![A-Za-z0-9])(?:AKIA[A-Z0-9]{16,}|A(?:[KS]I|BI|CC)A(?=[A-Z]{0,64}[0-9])[A-Z0-9]{12,})/g,
  ),
  inRun('google-api-key', ['AIza'], /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,}/g),
  inRun(
    'slack-token',
    ['xox', 'xapp-'],
    /(?<![A-Za-z0-9])(?:(?:xox[a-z](?:\.xox[a-z])?|xapp)-(?=[A-Za-z-]{0,64}[0-9])[A-Za-z0-9-]{16,}|xox[ar]-(?=[A-Za-z-]{0,64}[0-9])[A-Za-z0-9-]{12,})/g,
  ),
  inRun(
    'slack-webhook',
    ['hooks.slack.com/'],
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9_/-]{20,})/g,
  ),
  inRun('stripe-live-key', ['k_live_'], /(?<![A-Za-z0-9])[prs]k_live_[A-Za-z0-9]{10,}/g),
  inRun('stripe-test-key', ['k_test_'], /(?<![A-Za-z0-9])[prs]k_test_[A-Za-z0-9]{10,}/g),
  // More letters than that in a row are the name of something.
  inRun('huggingface-token', ['hf_'], /(?<![A-Za-z0-9])hf_(?![A-Za-z]{36})[A-Za-z0-9]{16,}/g),
  inRun('npm-token', ['npm_'], /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{20,}/g),
  inRun(
    'jwt',
    ['eyJ'],
    /(?<![A-Za-z0-9])(?:(?<secret>eyJ[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)?)|eyJ[A-Za-z0-9_-]*)/g,
  ),
  // A digit or an inner capital tells a token from a long word.
  adjacentToRun(
    'bearer-token',
    ['earer', 'EARER'],
    /(?<![A-Za-z0-9])(?:[Bb]earer|BEARER)\s{1,8}(?<secret>(?=[A-Za-z._~+/-]{0,64}(?:[0-9]|[a-z][A-Z]))[A-Za-z0-9._~+/-]{16,}={0,4})/g,
  ),
  adjacentToRun(
    'basic-authorization',
    ['uthorization'],
    /[Aa]uthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:[Bb]asic|[Tt]oken|Api-Token)\s{1,8}|(?=[A-Za-z+/-]{0,64}[0-9]))(?<secret>[A-Za-z0-9+/-]{8,}={0,4})/g,
  ),
  identityNumber,
  adjacentToRun(
    'url-password',
    ['://'],
    // `user:password` is how manuals write it.
    /[A-Za-z0-9+.-]:\/\/(?!(?:user|username):(?:password|pass)@)(?<secret>[^\s/?#@:"'`<>\u2010-\uffef]{0,256}:[^\s/?#"'`<>\u2010-\uffef]{1,256})@/g,
  ),
  path(
    'unix-path',
    ['/home/', '/Users/', '/root/', '/Volumes/', '/media/', '/tmp/', '/private/'],
    /(?<![\w.~%-])(?:\/[A-Za-z](?=\/Users\/))?\/(?:home|Users|root|Volumes|media|tmp|private)\/(?![的和与及里是了、])/g,
  ),
  // Two names at least: `/etc` and `/var` alone are words of a trade.
  path(
    'system-path',
    ['/etc/', '/var/', '/opt/', '/srv/'],
    /(?<![\w.~%-])\/(?:etc|var|opt|srv)\/(?=[\w.@-]|[\u3400-\u9fff]{1,64}[./])/g,
  ),
  path('wsl-path', ['/mnt/'], /(?<![\w.~%-])\/mnt\/[A-Za-z]\//g),
  // `A:\n…` is more often an escaped line break in a JSON file than a folder called n….
  path(
    'windows-path',
    [':\\', ':/'],
    /(?<![A-Za-z0-9])[A-Za-z]:(?:\\(?:\\|(?![nrt])|(?=[nrt][\w$~-]{0,255}[\\/]))(?=[^\s"'`\\])|\/(?![A-Za-z]:)(?=[\w.$%~-]|[\u3400-\u9fff]{1,64}(?:\/|\.[A-Za-z])))/g,
  ),
  path(
    'unc-path',
    ['\\\\'],
    /(?<![\\\w])\\{2,4}(?:[?.]|(?![nrt](?![\w.$-]))[\w.$\u3400-\u9fff-]{1,255})\\{1,2}(?![nrt](?![\w.$-]))(?=[\w.$\u3400-\u9fff-])/g,
  ),
]
