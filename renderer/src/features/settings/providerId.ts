/** An id for a new service: its name in plain letters, made unique by a number. */
export const providerId = (name: string, taken: readonly string[]): string => {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const base = plain === '' ? 'provider' : plain
  let id = base
  for (let number = 2; taken.includes(id) || id === 'fake'; number++) id = `${base}-${number}`
  return id
}
