import { type Kind, tokenOf, type Writing } from './kind.ts'

const end = '　　〔完〕\n'

/** What a writer has put into a text for a kind, of which `letter` is the sign. */
const marksIn = (text: string, letter: string): string[] =>
  [...text.matchAll(/〔([a-z])(w\d+n\d+)〕/g)].flatMap(([, of, token = '']) => (of === letter ? [token] : []))

const summaries = async ({ call, projectId }: Pick<Writing, 'call' | 'projectId'>) =>
  (await call('documents:list', { projectId })).documents.filter(
    ({ missing, planned }) => !missing && !planned,
  )

/** A chapter by the end of its title. */
export async function chapterCalled(
  title: string,
  reader: Pick<Writing, 'call' | 'projectId'>,
): Promise<string> {
  return (
    (await summaries(reader)).find((one) => one.title.endsWith(title))?.documentId ?? 'manuscript/none.md'
  )
}

const written = ['港务处', '三十三级']

/** Two chapters that all writers write into, line by line. */
export const documents: Kind = {
  name: 'documents',
  // Moved between the two requests.
  again: ['CONFLICT', 'NOT_FOUND'],
  async write(writing) {
    const { call, projectId, n, intend } = writing
    const documentId = await chapterCalled(written[n % 2] ?? '', writing)
    const { text, hash } = await call('documents:read', { projectId, documentId })
    const token = tokenOf(writing)
    intend(token, 'line')
    const body = text.endsWith(end) ? text.slice(0, -end.length) : text
    const next = `${body}　　潮水又涨了一寸。〔d${token}〕\n${end}`
    await call('documents:save', { projectId, documentId, text: next, baseHash: hash })
  },
  async read({ call, projectId }) {
    const found = new Map<string, string>()
    for (const { documentId } of await summaries({ call, projectId })) {
      const { text } = await call('documents:read', { projectId, documentId })
      const tokens = marksIn(text, 'd')
      if (tokens.length > 0 && !text.endsWith(end)) found.set(`torn ${documentId}`, 'torn')
      for (const token of tokens) found.set(found.has(token) ? `twice ${token}` : token, 'line')
    }
    return found
  },
}

/** New chapters that all want the same name. */
export const newChapters: Kind = {
  name: 'new chapters',
  async write({ call, projectId, intend, who, n }) {
    // Who gets which name shows in the answer only.
    const { documentId } = await call('documents:create', { projectId, title: '同名' })
    const { hash } = await call('documents:read', { projectId, documentId })
    intend(tokenOf({ who, n }), 'chapter')
    const text = `# 同名\n\n〔c${tokenOf({ who, n })}〕\n${end}`
    await call('documents:save', { projectId, documentId, text, baseHash: hash })
  },
  async read({ call, projectId }) {
    const found = new Map<string, string>()
    for (const { documentId, title } of await summaries({ call, projectId })) {
      if (title !== '同名') continue
      const { text } = await call('documents:read', { projectId, documentId })
      const [token] = marksIn(text, 'c')
      if (token !== undefined) found.set(token, 'chapter')
    }
    return found
  },
}

/** Chapters appended from a file, a few at a time. */
export const imports: Kind = {
  name: 'import',
  async write({ call, projectId, who, n, intend }) {
    const token = tokenOf({ who, n })
    const novel = Array.from(
      { length: 3 },
      (_, at) => `第${at + 1}章 收〔i${token}〕${at}\n　　正文。\n`,
    ).join('')
    intend(token, '3')
    const upload = { fileName: '续.txt', base64: Buffer.from(novel).toString('base64') }
    await call('documents:import', { projectId, upload, append: true })
  },
  async read({ call, projectId }) {
    const found = new Map<string, string>()
    for (const { title } of await summaries({ call, projectId })) {
      const [token] = marksIn(title, 'i')
      if (token !== undefined) found.set(token, String(Number(found.get(token) ?? 0) + 1))
    }
    return found
  },
}

/** A chapter of each writer's own that gets another name and another place; scopes that name it follow. */
export const renames: Kind = {
  name: 'rename',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const own = `甲${who}·`
    const list = await summaries({ call, projectId })
    const mine = list.find(({ title }) => title.startsWith(own))
    const { documentId } = mine ?? (await call('documents:create', { projectId, title: `${own}始` }))
    if (n % 4 === 3) {
      const after = list[n % list.length]?.documentId
      await call('documents:move', { projectId, documentId, ...(after !== documentId && { after }) })
      return
    }
    intend(own, `${own}${n}`)
    await call('documents:rename', { projectId, documentId, title: `${own}${n}` })
  },
  async read({ call, projectId }) {
    const own = (await summaries({ call, projectId })).filter(({ title }) => /^甲\d+·/.test(title))
    const found = new Map<string, string>()
    for (const { title } of own) {
      const key = title.slice(0, title.indexOf('·') + 1)
      found.set(found.has(key) ? `twice ${key}` : key, title)
    }
    return found
  },
}

/** Chapters deleted, and every second one fetched back. */
export const trash: Kind = {
  name: 'trash',
  async write({ call, projectId, who, n, intend }) {
    const title = `弃${tokenOf({ who, n })}`
    // A try that was refused at the deletion has left its chapter, one at the restoration has left it in the trash.
    const { items } = await call('documents:trash', { projectId })
    const thrown = items.find((one) => one.title === title)
    const made = (await summaries({ call, projectId })).find((one) => one.title === title)
    const { trashId } =
      thrown ??
      (await call('documents:delete', {
        projectId,
        documentId: (made ?? (await call('documents:create', { projectId, title }))).documentId,
      }))
    intend(title, 'deleted')
    if (n % 2 === 0) return
    intend(title, 'present')
    await call('documents:restore', { projectId, trashId })
  },
  async read({ call, projectId }) {
    const { items } = await call('documents:trash', { projectId })
    const found = new Map(items.map(({ title }) => [title, 'deleted']))
    for (const { title } of await summaries({ call, projectId })) {
      if (title.startsWith('弃')) found.set(title, found.has(title) ? 'both' : 'present')
    }
    return found
  },
}

const described = [
  ['数水谣', '名册'],
  ['旧码头', '许三娘的账本'],
  ['退潮', '灯塔下的信'],
]

/** Short descriptions of chapters, each chapter one writer's. */
export const synopses: Kind = {
  name: 'synopses',
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const title = described[who % 3]?.[n % 2] ?? ''
    const documentId = await chapterCalled(title, { call, projectId })
    intend(title, `梗概${tokenOf({ who, n })}`)
    await call('retrieval:synopses:save', { projectId, documentId, text: `梗概${tokenOf({ who, n })}` })
  },
  async read({ call, projectId }) {
    const { synopses: stored } = await call('retrieval:synopses:list', { projectId })
    const titles = new Map((await summaries({ call, projectId })).map((one) => [one.documentId, one.title]))
    return new Map(
      stored.map(({ documentId, text }) => [
        (titles.get(documentId) ?? documentId).replace(/^.*　/, ''),
        text,
      ]),
    )
  },
}
