import { applyRedaction, marker, type SecretMatch } from './apply.ts'
import { assignmentPatterns } from './assignments.ts'
import { originalOffsets } from './offsets.ts'
import { pathEnd } from './pathEnd.ts'
import { type Groups, type Pattern, patterns } from './patterns.ts'
import { tokenRuns } from './tokenRuns.ts'
import type { RedactionScope } from './types.ts'

const left = '(?<![A-Za-z0-9])'
const token = (patternId: string, hint: string, body: string): Pattern => ({
  patternId,
  kind: 'secret',
  where: 'run',
  hints: [hint],
  find: new RegExp(`${left}${body}`, 'g'),
})
/** A digit within reach, so that a long word behind a prefix is no key. */
const withDigit = '(?=[A-Za-z_-]{0,64}[0-9])'
/** A digit, or a capital behind a small letter. */
const random = '(?=[A-Za-z_-]{0,64}[0-9]|[A-Z_-]{0,64}[a-z_-]{1,64}[A-Z])'

/**
 * Keys of services whose prefix alone tells them; lengths as the services give them out, or a little less.
 */
const servicePatterns: readonly Pattern[] = [
  // Models and what belongs to them.
  token('groq-key', 'gsk_', 'gsk_[A-Za-z0-9]{32,}'),
  token('xai-key', 'xai-', `xai-${withDigit}[A-Za-z0-9]{32,}`),
  token('replicate-token', 'r8_', 'r8_[A-Za-z0-9]{32,}'),
  token('perplexity-key', 'pplx-', `pplx-${random}[A-Za-z0-9]{32,}`),
  token('nvidia-key', 'nvapi-', `nvapi-${random}[A-Za-z0-9_-]{32,}`),
  token('tavily-key', 'tvly-', `tvly-(?:dev-|prod-)?${random}[A-Za-z0-9_-]{20,}`),
  token('bedrock-key', 'ABSK', 'ABSK[A-Za-z0-9+/]{60,}={0,2}'),
  token('bedrock-key', 'bedrock-api-key-', 'bedrock-api-key-[A-Za-z0-9+/=_-]{24,}'),
  token('huggingface-organization-token', 'api_org_', `api_org_${random}[A-Za-z0-9]{30,}`),
  token('langsmith-key', 'lsv2_', 'lsv2_(?:pt|sk)_[A-Za-z0-9]{32}_[A-Za-z0-9]{10,}'),
  token('langfuse-key', '-lf-', '[sp]k-lf-[0-9a-f]{8}-[0-9a-f-]{20,}'),
  token('fireworks-key', 'fw_', `fw_${withDigit}[A-Za-z0-9]{20,}`),
  token('cerebras-key', 'csk-', `csk-${withDigit}[A-Za-z0-9]{32,}`),
  token('pinecone-key', 'pcsk_', `pcsk_${random}[A-Za-z0-9_]{40,}`),
  token('jina-key', 'jina_', `jina_${withDigit}[A-Za-z0-9_-]{40,}`),
  token('firecrawl-key', 'fc-', 'fc-[0-9a-f]{32}'),
  token('together-key', 'tgp_v1_', 'tgp_v1_[A-Za-z0-9_-]{32,}'),
  token('coze-token', 'pat_', `[ps]at_${random}[A-Za-z0-9]{60,}`),
  // Clouds.
  token('google-client-secret', 'GOCSPX-', 'GOCSPX-[A-Za-z0-9_-]{20,}'),
  token('google-access-token', 'ya29.', `ya29\\.${random}[A-Za-z0-9_-]{30,}`),
  token('aliyun-access-key-id', 'LTAI', `LTAI${withDigit}[A-Za-z0-9]{12,}`),
  token('tencent-secret-id', 'AKID', `AKID${withDigit}[A-Za-z0-9]{28,}`),
  token('volcengine-access-key', 'AKLT', `AKLT${random}[A-Za-z0-9]{32,}`),
  token('baidu-key', 'bce-v3/', 'bce-v3/ALTAK-[A-Za-z0-9]{16,}/[0-9a-f]{32,}'),
  token('azure-client-secret', 'Q~', '[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,}'),
  token('digitalocean-token', '_v1_', 'do[opr]_v1_[a-f0-9]{32,}'),
  token('cloudflare-origin-key', 'v1.0-', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}'),
  token('yandex-key', 'AQVN', `AQVN${random}[A-Za-z0-9_-]{35,}`),
  token('databricks-token', 'dapi', 'dapi[0-9a-f]{32}(?![A-Za-z0-9])'),
  token('planetscale-token', 'pscale_', 'pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{32,}'),
  token('heroku-key', 'HRKU-', 'HRKU-[A-Za-z0-9_-]{36,}'),
  token('fly-token', 'f', '(?:fo1_[A-Za-z0-9_-]{40,}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{60,}={0,3})'),
  token('openshift-token', 'sha256~', 'sha256~[A-Za-z0-9_-]{40,}'),
  token('pulumi-token', 'pul-', 'pul-[a-f0-9]{40}'),
  token('vault-token', 'hv', 'hv[sbr]\\.[A-Za-z0-9_-]{24,}'),
  token('doppler-token', 'dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9_.-]{40,}'),
  token('1password-token', 'ops_eyJ', 'ops_eyJ[A-Za-z0-9+/]{60,}={0,3}'),
  token(
    '1password-secret-key',
    'A3-',
    'A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![A-Z0-9])',
  ),
  token('age-secret-key', 'AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1[A-Z0-9]{50,}'),
  token('tailscale-key', 'tskey-', 'tskey-[a-z]{2,12}-[A-Za-z0-9-]{16,}'),
  // Where code lies and runs.
  token(
    'gitlab-token',
    'gl',
    'gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|soat|agent|oas|ffct)-[A-Za-z0-9_-]{20,}(?:\\.[A-Za-z0-9.]{2,})?',
  ),
  token('atlassian-token', 'AT', 'AT(?:ATT|CTT)3[A-Za-z0-9_=-]{60,}'),
  token('docker-token', 'dckr_', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'),
  token('pypi-token', 'pypi-', 'pypi-[A-Za-z0-9_-]{50,}'),
  token('rubygems-token', 'rubygems_', 'rubygems_[a-f0-9]{40,}'),
  token('clojars-token', 'CLOJARS_', 'CLOJARS_[A-Za-z0-9]{50,}'),
  token('artifactory-key', 'AKCp', `AKCp${random}[A-Za-z0-9]{60,}`),
  token('postman-key', 'PMAK-', 'PMAK-[a-fA-F0-9]{24}-[a-fA-F0-9]{30,}'),
  token('prefect-key', 'pnu_', `pnu_${random}[A-Za-z0-9]{30,}`),
  token('sourcegraph-token', 'sgp_', 'sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}'),
  token('sentry-token', 'sntry', 'sntry(?:s_eyJ[A-Za-z0-9+/=_]{40,}|u_[a-f0-9]{64})'),
  token('grafana-token', 'gl', 'gl(?:sa|c)_[A-Za-z0-9+/=_]{32,}'),
  token('new-relic-key', 'NR', 'NR(?:AK|JS|II)-[A-Za-z0-9-]{19,}'),
  token('dynatrace-token', 'dt0c01.', 'dt0c01\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{60,}'),
  // Papers, money, post.
  token('notion-token', 'ntn_', 'ntn_[A-Za-z0-9]{32,}'),
  token('linear-key', 'lin_', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,}'),
  token('figma-token', 'fig', 'fig[dor][rh]?_[A-Za-z0-9_-]{32,}'),
  token('airtable-token', 'pat', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{60,}'),
  token('readme-key', 'rdme_', 'rdme_[a-z0-9]{60,}'),
  token('shopify-token', 'shp', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32,}'),
  token('stripe-webhook-secret', 'whsec_', `whsec_${random}[A-Za-z0-9+/]{24,}={0,2}`),
  token('square-token', 'sq0', 'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,}'),
  token('easypost-key', 'EZ', 'EZ[AT]K[A-Za-z0-9]{50,}'),
  token('shippo-token', 'shippo_', 'shippo_(?:live|test)_[a-fA-F0-9]{40}'),
  token('duffel-token', 'duffel_', 'duffel_(?:test|live)_[A-Za-z0-9_=-]{40,}'),
  token('flutterwave-key', 'FLWSECK', 'FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,}(?:-X)?'),
  token('sendgrid-key', 'SG.', 'SG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}'),
  token('brevo-key', 'xkeysib-', 'xkeysib-[a-f0-9]{60,}-[A-Za-z0-9]{16}'),
  token('mailgun-key', 'key-', 'key-[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('mailchimp-key', '-us', '[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])'),
  token('twilio-key', 'SK', 'SK[a-f0-9]{32}(?![A-Za-z0-9])'),
  token('telegram-token', ':A', '[0-9]{8,16}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9_-])'),
  token('facebook-token', 'EAA', `EAA[A-Z]${random}[A-Za-z0-9]{90,}`),
  token('maxmind-key', '_mmk', '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk'),
]

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** 身份证号: region, date of birth, order, and the check digit of GB 11643 (ISO 7064, MOD 11-2). */
export const identityNumber: Pattern = {
  patternId: 'identity-number',
  kind: 'secret',
  where: 'text',
  find: /(?<![A-Za-z0-9_]|[0-9][.,])[1-9][0-9]{5}(?:18|19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{3}[0-9Xx](?![A-Za-z0-9_]|[.,][0-9])/g,
  end: (_text, from) => from + 18,
  accept: (exact) => checkDigit(exact) === exact.charAt(17).toUpperCase(),
}

function checkDigit(digits: string): string | undefined {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0)
  return '10X98765432'[sum % 11]
}

export interface ScanOptions {
  /** `creonow`: secrets and absolute paths; `manuscript`: secrets only. */
  readonly scope: RedactionScope
  /** Exact keys the user stored in the app's settings. */
  readonly keys?: readonly string[]
  /** True for an exact text the user has marked as no secret. */
  readonly allow?: (text: string) => boolean
  /** What somebody else found in this very text; taken in beside the own patterns. */
  readonly externalMatches?: readonly SecretMatch[]
  /** Names of this computer's accounts, as they stand behind `Users` and `home` in a path. */
  readonly accounts?: readonly string[]
}

const withIndices = (pattern: Pattern): Pattern => ({
  ...pattern,
  find: new RegExp(pattern.find, `${pattern.find.flags}d`),
})
const allPatterns = [...patterns, ...servicePatterns, identityNumber, ...assignmentPatterns].map(withIndices)

/** Rounds of looking again at what a replacement laid bare; two are already rare. */
const maxRounds = 8

/**
 * Spans to redact, in order and never overlapping; what overlaps is joined, so that no tail of a secret stays.
 * Linear in the text. Scanning a text with its own matches applied finds nothing.
 */
export function scanSecrets(text: string, options: ScanOptions): SecretMatch[] {
  const { externalMatches = [], allow } = options
  const own = join(scanOnce(text, options))
  const whole = externalMatches.map((match) => ({ ...match, to: tokenEnd(text, match.to) }))
  const first = externalMatches.length === 0 ? own : join([...own, ...beyond(whole, own)])
  // Overlapping finds are allowed as the one span that people see.
  const allowed = new Set(allow ? first.filter(({ from, to }) => allow(text.slice(from, to))) : [])
  let matches = first.filter((match) => !allowed.has(match))
  for (let round = 0; round < maxRounds && matches.length > 0; round++) {
    const { text: redacted, replacements } = applyRedaction(text, matches)
    const original = originalOffsets(replacements)
    const uncovered = join(scanOnce(redacted, options))
      .map(({ patternId, from, to }) => ({
        patternId,
        from: original(from, 'start'),
        to: original(to, 'end'),
      }))
      .filter((match) => ![...allowed].some((span) => span.from <= match.from && match.to <= span.to))
    if (uncovered.length === 0) break
    matches = join([...matches, ...uncovered])
  }
  return matches
}

/**
 * Finds of others that say more than the own ones: a longer tail, or a secret of a kind unknown here. One that
 * only takes more of the text in front (a whole URL around its password) says less.
 */
function beyond(externalMatches: readonly SecretMatch[], own: readonly SecretMatch[]): SecretMatch[] {
  return externalMatches.filter(({ from, to }) => {
    for (let at = firstEndingAfter(own, from); ; at++) {
      const match = own[at]
      if (!match || match.from >= to) return true
      if (match.from > from || match.to >= to) return false
    }
  })
}

/** `matches` in order and apart. */
function firstEndingAfter(matches: readonly SecretMatch[], offset: number): number {
  let low = 0
  let high = matches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((matches[middle]?.to ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

function scanOnce(text: string, { scope, keys = [], allow, accounts = [] }: ScanOptions): SecretMatch[] {
  const matches = scanStoredKeys(text, keys)
  const scanPart = (pattern: Pattern, part: string, place: (offset: number) => number) => {
    const { patternId, kind, hints, find, end, accept } = pattern
    if (hints && !hints.some((hint) => part.includes(hint))) return
    find.lastIndex = 0
    for (let match = find.exec(part); match; match = find.exec(part)) {
      const groups: Groups = match.groups ?? {}
      const span = match.indices?.groups ? match.indices.groups.secret : match.indices?.[0]
      if (!span) continue
      const from = place(span[0])
      const minEnd = from + span[1] - span[0]
      const to =
        kind === 'path'
          ? pathEnd(text, minEnd, marker, accounts)
          : (end?.(text, from, groups) ?? tokenEnd(text, minEnd))
      if (to > from && (accept?.(text.slice(from, to), groups) ?? true)) matches.push({ patternId, from, to })
      find.lastIndex = Math.max(find.lastIndex, span[0] + to - from)
    }
  }
  const runs = tokenRuns(text)
  for (const pattern of allPatterns) {
    const { kind, where } = pattern
    if (kind === 'path' && scope === 'manuscript') continue
    if (where === 'text') scanPart(pattern, text, (offset) => offset)
    else if (runs.text === '') continue
    else if (where === 'run') scanPart(pattern, runs.text, runs.place)
    else scanPart(pattern, text, (offset) => offset)
  }
  return allow ? matches.filter(({ from, to }) => !allow(text.slice(from, to))) : matches
}

/** Overlapping spans become one, named by the longest of them, else by the first found. */
function join(matches: readonly SecretMatch[]): SecretMatch[] {
  const joined: SecretMatch[] = []
  let longest = 0
  for (const match of [...matches].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    const units = match.to - match.from
    if (!last || match.from >= last.to) {
      joined.push(match)
      longest = units
      continue
    }
    const patternId = units > longest ? match.patternId : last.patternId
    longest = Math.max(longest, units)
    joined[joined.length - 1] = { patternId, from: last.from, to: Math.max(last.to, match.to) }
  }
  return joined
}

/** What a key, a password or a token is made of, beside the few signs that also end a sentence. */
const tokenRest = /[A-Za-z0-9_+=~%]+|-(?=[A-Za-z0-9_])/y

/** The end of the token that goes on at `from` (UTF-16): half a secret is as bad as a whole one. Linear. */
export function tokenEnd(text: string, from: number): number {
  let at = from
  for (;;) {
    tokenRest.lastIndex = at
    const rest = tokenRest.exec(text)
    if (!rest) return at
    at += rest[0].length
  }
}

const minStandaloneUnits = 12
/** Below this a stored "key" is a dummy such as `x`, and every text would be full of it. */
const minUnits = 4
const contextUnits = 24
const context = /(?:key|token|bearer|密钥|令牌)["'`]?(?:\s{0,4}[:=：＝]\s{0,4}|\s{1,4})["'`]?$/i
const wordUnit = /[A-Za-z0-9_]/

/**
 * The user's own keys, character by character. One of at least 12 UTF-16 units and two character classes is
 * hidden wherever it stands; a weaker one (`ollama`) only as a word right after key, token or Bearer.
 */
export function scanStoredKeys(text: string, keys: readonly string[]): SecretMatch[] {
  const matches: SecretMatch[] = []
  for (const key of new Set(keys)) {
    // A key that is part of the marker would be found again in every redacted text.
    if (key.length < minUnits || marker.includes(key)) continue
    const isStandalone = key.length >= minStandaloneUnits && characterClasses(key) >= 2
    for (let from = text.indexOf(key); from !== -1; from = text.indexOf(key, from + key.length)) {
      const to = from + key.length
      if (isStandalone || followsName(text, from, to)) matches.push({ patternId: 'stored-key', from, to })
    }
  }
  return matches
}

function followsName(text: string, from: number, to: number): boolean {
  if (wordUnit.test(text.charAt(to))) return false
  return context.test(text.slice(Math.max(0, from - contextUnits), from))
}

function characterClasses(key: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((characters) => characters.test(key)).length
}
