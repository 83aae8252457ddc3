import { scanSecrets } from '../../redaction/index.ts'

/** Names by which programs take secrets from their environment: `CREONOW_KEY_OPENAI`, `GITHUB_TOKEN`, `PGPASSWORD`. */
const secretName = /(?:^|_)(?:API_?)?KEYS?(?:_|$)|TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|CREDENTIAL/i
/** An address with a password: `http://user:password@proxy`. */
const passwordInAddress = /:\/\/[^/?#\s@]*:[^/?#\s]+@/

/** Whether a variable is a secret by its name or by its value; an empty one is none. */
export const hasSecrets = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  Object.entries(environment).some(
    ([name, value = '']) =>
      value !== '' &&
      (secretName.test(name) ||
        passwordInAddress.test(value) ||
        scanSecrets(`${name}=${value}`, { scope: 'manuscript', keys: [] }).length > 0),
  )
