import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AppOptions } from '../../main/src/app.ts'
import type { Source } from '../../main/src/services/context/index.ts'
import { startApp, type TestApp } from './app.ts'
import type { Planted } from './planted.ts'

/** Files of a project by project-relative path. */
export type Files = Readonly<Record<string, string>>

/** Empties a folder and writes a project into it; `.creonow/project.json` is added when not given. */
export async function writeNovel(folder: string, files: Files): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const project = { id: 'novel-under-test', name: '试稿', language: 'zh' }
  const all = { '.creonow/project.json': JSON.stringify(project), ...files }
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** The whole app over a project made of `files`, with planted sources beside the real ones. */
export function startNovel(
  files: Files,
  planted: readonly Source[] = [],
  options: Partial<AppOptions> = {},
): Promise<TestApp> {
  return startApp({ sources: (real) => [...real, ...planted], ...options }, ({ project }) =>
    writeNovel(project, files),
  )
}

/** Sentences that differ from each other, about `characters` UTF-16 units, a line break after every fourth. */
export function prose(characters: number, about = '雾港'): string {
  const names = ['林远', '许三娘', '老周', '阿砚', '守灯人']
  const acts = ['把信折好', '数了一遍石阶', '没有回头', '推开账房的门', '听见铜哨响了两声', '把灯芯剪短']
  const places = ['东礁', '码头', '客栈', '灯塔', '旧仓']
  let text = ''
  for (let i = 0; text.length < characters; i += 1) {
    const [name, act, place] = [names[i % 5], acts[(i * 7) % 6], places[(i * 3) % 5]]
    text += `第${i}天，${name}在${about}的${place}${act}。${i % 4 === 3 ? '\n' : ''}`
  }
  return text
}

export const constraintsFile = (texts: readonly string[]): string =>
  JSON.stringify({
    version: 2,
    items: texts.map((text, i) => ({
      id: `c${i}`,
      text,
      kind: 'world',
      priority: 100,
      updatedAt: '2026-01-01T00:00:00.000Z',
    })),
  })

/** A character of the codex that stands in Rules. */
export const character = (name: string, text: string, part: Partial<Planted> = {}): Planted => ({
  source: 'codexAlways',
  path: `.creonow/codex/${name}.md`,
  label: `角色 · ${name}`,
  text,
  ...part,
})

export const preference = (id: string, text: string, confidence = 0.8): Planted => ({
  source: 'preferences',
  path: `memory:${id}`,
  label: '偏好',
  confidence,
  text,
})
