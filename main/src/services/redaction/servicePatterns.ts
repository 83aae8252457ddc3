import type { Pattern } from './patterns.ts'

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
export const servicePatterns: readonly Pattern[] = [
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
