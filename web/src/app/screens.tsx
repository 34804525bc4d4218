// Every screen of the signed-in area: one line each. The router, the side menu, the command palette and the role
// guard all read this table; so does the first script of a page, which is why neither React nor an icon is imported here.
import type { Permission } from '@ghala/contracts/permissions';
import { lazyPage } from './lazy-page.ts';
import type { LazyPage } from './lazy-page.ts';
import type { MenuIcon } from './shell/menu-icons.ts';

export interface MenuGroup {
  label: string;
  icon: MenuIcon;
}

export interface Screen {
  /** Below /app. */
  path: string;
  permission: Permission;
  page: LazyPage;
  /** Where it stands in the side menu; screens without are reached from another screen. */
  menu?: { label: string; group?: MenuGroup; icon?: MenuIcon };
  /** What the command palette calls a screen that has no place in the side menu. */
  paletteLabel?: string;
}

const users: MenuGroup = { label: 'Users', icon: 'users' };
const suppliers: MenuGroup = { label: 'Suppliers', icon: 'suppliers' };
const orders: MenuGroup = { label: 'Orders', icon: 'orders' };

// prettier-ignore
export const screens: readonly Screen[] = [
  { path: 'dashboard', permission: 'dashboard:read', page: lazyPage(async () => (await import('../features/dashboard/dashboard-page.tsx')).DashboardPage), menu: { label: 'Dashboard', icon: 'dashboard' } },
  { path: 'users', permission: 'users:read', page: lazyPage(async () => (await import('../features/users/user-list-page.tsx')).UserListPage), menu: { label: 'All Users', group: users } },
  { path: 'adduser', permission: 'users:manage', page: lazyPage(async () => (await import('../features/users/add-user-page.tsx')).AddUserPage), menu: { label: 'Add User', group: users } },
  { path: 'updateuser/:id', permission: 'users:manage', page: lazyPage(async () => (await import('../features/users/update-user-page.tsx')).UpdateUserPage) },
  { path: 'suppliers', permission: 'suppliers:read', page: lazyPage(async () => (await import('../features/suppliers/supplier-list-page.tsx')).SupplierListPage), menu: { label: 'Suppliers', group: suppliers } },
  { path: 'createsupplier', permission: 'suppliers:manage', page: lazyPage(async () => (await import('../features/suppliers/add-supplier-page.tsx')).AddSupplierPage), menu: { label: 'Add Supplier', group: suppliers } },
  { path: 'updatesupplier/:id', permission: 'suppliers:manage', page: lazyPage(async () => (await import('../features/suppliers/update-supplier-page.tsx')).UpdateSupplierPage) },
  { path: 'mysupplies/:id', permission: 'suppliers:read', page: lazyPage(async () => (await import('../features/products/supplier-product-list-page.tsx')).SupplierProductListPage) },
  { path: 'orders', permission: 'orders:read-all', page: lazyPage(async () => (await import('../features/orders/order-list-page.tsx')).OrderListPage), menu: { label: 'All Orders', group: orders } },
  { path: 'myorders', permission: 'orders:read-own', page: lazyPage(async () => (await import('../features/orders/my-order-list-page.tsx')).MyOrderListPage), menu: { label: 'My Orders', group: orders } },
  { path: 'createorder', permission: 'orders:place', page: lazyPage(async () => (await import('../features/orders/add-order-page.tsx')).AddOrderPage), menu: { label: 'Create Order', group: orders } },
  { path: 'order/:id', permission: 'orders:read-own', page: lazyPage(async () => (await import('../features/orders/order-page.tsx')).OrderPage) },
  { path: 'products', permission: 'products:read', page: lazyPage(async () => (await import('../features/products/product-list-page.tsx')).ProductListPage), menu: { label: 'Products', icon: 'products' } },
  { path: 'createproduct/:id', permission: 'products:manage', page: lazyPage(async () => (await import('../features/products/add-product-page.tsx')).AddProductPage) },
  { path: 'updateproduct/:id', permission: 'products:manage', page: lazyPage(async () => (await import('../features/products/update-product-page.tsx')).UpdateProductPage) },
  { path: 'stock/:id', permission: 'stock:manage', page: lazyPage(async () => (await import('../features/products/stock-page.tsx')).StockPage) },
  { path: 'categories', permission: 'categories:manage', page: lazyPage(async () => (await import('../features/products/category-page.tsx')).CategoryPage) },
  { path: 'payments', permission: 'payments:read', page: lazyPage(async () => (await import('../features/payments/payment-list-page.tsx')).PaymentListPage), menu: { label: 'Payments', icon: 'payments' } },
  { path: 'profile', permission: 'profile:manage', page: lazyPage(async () => (await import('../features/profile/profile-page.tsx')).ProfilePage), paletteLabel: 'Profile' },
  { path: 'audit', permission: 'audit:read', page: lazyPage(async () => (await import('../features/audit/audit-page.tsx')).AuditPage), paletteLabel: 'Audit Log' },
];

/** The screen at an address, if there is one. */
export function screenAt(pathname: string): Screen | undefined {
  const asked = pathname.split('/').slice(2);
  return screens.find(({ path }) => {
    const parts = path.split('/');
    return parts.length === asked.length && parts.every((part, at) => part === ':id' || part === asked[at]);
  });
}
