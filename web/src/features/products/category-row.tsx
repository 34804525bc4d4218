import { Text } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { categoriesContract } from '@ghala/contracts/products/categories.contract';
import type { Category } from '@ghala/contracts/products/categories.contract';
import { confirm } from '../../components/ui/confirm.tsx';
import { RowButton } from '../../components/ui/row-action.tsx';
import { call } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/format.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import classes from './products.module.css';

interface CategoryRowProps {
  category: Category;
  onRename: () => void;
}

export function CategoryRow({ category, onRename }: CategoryRowProps) {
  const { categoryId, categoryName, productCount } = category;
  const queryClient = useQueryClient();
  const { mutate: remove } = useMutation({
    mutationFn: () => call(categoriesContract.deleteCategory, { params: { id: String(categoryId) } }),
    onSuccess: () => notifySuccess('Category deleted'),
    onError: (error) => notifyFailure('Failed to delete category', error),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const askToRemove = () =>
    confirm({
      title: 'Delete category',
      question: 'Are you sure you want to delete this category?',
      about: categoryName,
      confirmLabel: 'Delete',
      onConfirm: () => remove(),
    });
  return (
    <>
      <span className={classes.categoryName}>{categoryName}</span>
      <Text component="span" c="dimmed" size="sm">
        {productCount === 1 ? '1 product' : `${formatCount(productCount)} products`}
      </Text>
      <RowButton label={`Rename ${categoryName}`} icon={IconEdit} onClick={onRename} />
      <RowButton label={`Delete ${categoryName}`} icon={IconTrash} asks onClick={askToRemove} />
    </>
  );
}
