import {
  IconBox,
  IconBuildingStore,
  IconCash,
  IconLayoutDashboard,
  IconShoppingCart,
  IconUsers,
} from '@tabler/icons-react';

/** The icons of the side menu, by the names the screen table calls them. */
export const menuIcons = {
  dashboard: IconLayoutDashboard,
  orders: IconShoppingCart,
  payments: IconCash,
  products: IconBox,
  suppliers: IconBuildingStore,
  users: IconUsers,
} as const;

export type MenuIcon = keyof typeof menuIcons;
