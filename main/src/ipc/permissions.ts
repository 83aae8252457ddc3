import type { permissionChannels } from '../contract/permissions.ts'
import type { PermissionStore } from '../services/agent/index.ts'
import type { Handlers } from './router.ts'

export function permissionsHandlers({
  permissions,
}: {
  readonly permissions: PermissionStore
}): Handlers<typeof permissionChannels> {
  return {
    'agent:permissions:get': async ({ projectId }) => permissions.of(projectId),
    'agent:permissions:set': ({ projectId, ...change }) => permissions.set(projectId, change),
  }
}
