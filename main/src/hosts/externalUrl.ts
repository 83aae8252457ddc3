/** Longer than any link of a page or any letter that a link begins. */
const maxUnits = 8192
const mailFields = new Set(['to', 'subject', 'body'])
/** One address: no space, quote or sign that a mail program could take for an argument or a second field. */
const address = /^[A-Za-z0-9\u0080-\uffff][^\s"'`<>()[\]\\|;:&?,@]*@[^\s"'`<>()[\]\\|;:&?,@]+$/
const lineBreak = /[\r\n\0]/

/**
 * The form of an address in which the system's browser or mail program may open it, else null: `https` and `http`
 * without a name or password in them, and `mailto` with nothing but recipients, subject and body. Mail programs
 * attach files of the sender for `?attach=`, and read fields out of a line break.
 */
export function externalUrl(url: string): string | null {
  const parsed = url.length <= maxUnits ? URL.parse(url) : null
  if (!parsed || parsed.username || parsed.password) return null
  if (parsed.protocol === 'https:' || parsed.protocol === 'http:') return parsed.href
  return parsed.protocol === 'mailto:' && isPlainMail(parsed) ? parsed.href : null
}

function isPlainMail({ pathname, search, hash }: URL): boolean {
  const recipients = decoded(pathname)
  if (recipients === null || hash !== '') return false
  const fields = [...new URLSearchParams(search)].map(([name, value]) => [name.toLowerCase(), value] as const)
  if (new Set(fields.map(([name]) => name)).size < fields.length) return false
  return (
    areAddresses(recipients) &&
    fields.every(([name, value]) => {
      if (!mailFields.has(name)) return false
      if (name === 'to') return areAddresses(value)
      return name === 'body' || !lineBreak.test(value)
    })
  )
}

const areAddresses = (list: string) =>
  list === '' || list.split(',').every((recipient) => address.test(recipient))

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not well encoded: what a mail program makes of it cannot be foreseen.
    return null
  }
}
