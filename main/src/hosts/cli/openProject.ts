import { resolve } from 'node:path'
import { typedIn } from '../../lib/dataFolder.ts'
import { required } from './commandLine.ts'
import { call } from './dispatch.ts'
import { formatNotices } from './noticeSentences.ts'
import type { CommandContext } from './terminal.ts'

/** `--project DIR`, opened as the app opens it; what happened on the way goes to stderr. */
export async function openProject(context: CommandContext): Promise<{ projectId: string; rootPath: string }> {
  const {
    projectId,
    rootPath,
    notice = '',
    notices = [],
  } = await call(context, 'projects:open', {
    rootPath: resolve(typedIn(), required(context.line, 'project')),
  })
  if (notice !== '')
    for (const sentence of formatNotices({ warnings: [notice], notices }, context.language))
      context.printProgress(sentence)
  return { projectId, rootPath }
}

/** Brings the index up to date before a command retrieves, outside all deadlines. */
export async function bringIndexUpToDate(
  { app, printProgress, signal, language }: CommandContext,
  projectId: string,
): Promise<void> {
  // A window shows that it is still reading; a command has all the time it needs.
  await app.services.warmUp(projectId)
  let announced = 0
  let behind: boolean | undefined
  await app.services.retrieval.ensureIndexed(projectId, {
    signal,
    onProgress: ({ done, total }) => {
      behind ??= done < total
      if (!behind || done === announced || (done !== total && done < announced + 25)) return
      announced = done
      printProgress(`${language === 'zh' ? '索引' : 'index'} ${done}/${total}`)
    },
  })
}
