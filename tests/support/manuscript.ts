import { join } from 'node:path'
import { silentLogger } from '../../main/src/lib/logger.ts'
import { createVersionedFiles } from '../../main/src/lib/versionedFile/versionedFiles.ts'
import { createManuscriptService } from '../../main/src/services/manuscript/index.ts'
import { createTestId } from './chapterId.ts'

/** The service over one project folder, `root`, whose data folder lies beside it. */
export const manuscriptIn = (root: string, dataFolder = join(root, '..', 'data')) =>
  createManuscriptService({
    dataFolder,
    projects: { rootOf: () => root },
    versioned: createVersionedFiles({ dataFolder, logger: silentLogger }),
    createId: createTestId,
    logger: silentLogger,
  })
