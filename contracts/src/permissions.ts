// Who may do what. A route names one of these; data scope (own company, own orders) is the service's matter.

export const roles = ['admin', 'user', 'supplier'] as const;
export type Role = (typeof roles)[number];

const everyone = [
  'dashboard:read',
  'products:read',
  'orders:read-own',
  'orders:place',
  'payments:make',
  'profile:manage',
] as const;
const supplier = [
  'suppliers:read',
  'suppliers:manage',
  'products:manage',
  'stock:manage',
  'orders:read-all',
  'orders:deliver',
  'payments:read',
] as const;
const admin = [
  'statistics:read',
  'users:read',
  'users:manage',
  'categories:manage',
  'orders:return',
  'payments:refund',
  'audit:read',
] as const;

export type Permission = (typeof everyone)[number] | (typeof supplier)[number] | (typeof admin)[number];

export const rolePermissions: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  admin: new Set<Permission>([...everyone, ...supplier, ...admin]),
  supplier: new Set<Permission>([...everyone, ...supplier]),
  user: new Set<Permission>(everyone),
};

export const can = (role: Role, permission: Permission): boolean => rolePermissions[role].has(permission);
