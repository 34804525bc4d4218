import '@mantine/core/styles/SimpleGrid.css';
import { SimpleGrid, Text } from '@mantine/core';
import {
  IconBox,
  IconBuildingStore,
  IconShoppingCart,
  IconShoppingCartPlus,
  IconTruckDelivery,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCan } from '../../lib/session.ts';
import classes from './dashboard.module.css';

const links = [
  {
    to: '/app/createorder',
    label: 'Create Order',
    text: 'Choose a product and how to pay.',
    permission: 'orders:place',
    icon: IconShoppingCartPlus,
  },
  {
    to: '/app/myorders',
    label: 'My Orders',
    text: 'What you ordered and where it stands.',
    permission: 'orders:read-own',
    icon: IconShoppingCart,
  },
  {
    to: '/app/products',
    label: 'Products',
    text: 'Prices and what is in stock.',
    permission: 'products:read',
    icon: IconBox,
  },
  {
    to: '/app/suppliers',
    label: 'Suppliers',
    text: 'Your companies and their products.',
    permission: 'suppliers:read',
    icon: IconBuildingStore,
  },
  {
    to: '/app/orders',
    label: 'All Orders',
    text: 'Orders for your products, to deliver.',
    permission: 'orders:read-all',
    icon: IconTruckDelivery,
  },
] as const;

export function UsefulLinks() {
  const can = useCan();
  return (
    <>
      <Text>To get started use the links on your left.</Text>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
        {links
          .filter(({ permission }) => can(permission))
          .map(({ to, label, text, icon: LinkIcon }) => (
            <Link key={to} to={to} className={classes.card}>
              <LinkIcon size={22} stroke={1.7} aria-hidden className={classes.cardIcon} />
              <b>{label}</b>
              <Text component="span" c="dimmed" size="sm">
                {text}
              </Text>
            </Link>
          ))}
      </SimpleGrid>
    </>
  );
}
