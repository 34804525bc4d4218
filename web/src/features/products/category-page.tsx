import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormPage } from '../../components/form/form-page.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { AddCategoryForm } from './add-category-form.tsx';
import { CategoryRow } from './category-row.tsx';
import classes from './products.module.css';
import { RenameCategoryForm } from './rename-category-form.tsx';
import { useCategories } from './use-categories.ts';

export function CategoryPage() {
  const query = useCategories();
  const [editedId, setEditedId] = useState<number | null>(null);
  return (
    <FormPage title="Categories" description="What products are sorted into.">
      <Stack gap="lg">
        <Anchor component={Link} to="/app/products">
          Back to products
        </Anchor>
        <AddCategoryForm />
        <Loaded query={query}>
          {(categories) =>
            categories.length === 0 ? (
              <Text>No Data. Add the first category above.</Text>
            ) : (
              <ul className={classes.categories} aria-label="Categories">
                {categories.map((category) => (
                  <li key={category.categoryId} className={classes.category}>
                    {editedId === category.categoryId ? (
                      <RenameCategoryForm category={category} onDone={() => setEditedId(null)} />
                    ) : (
                      <CategoryRow category={category} onRename={() => setEditedId(category.categoryId)} />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Stack>
    </FormPage>
  );
}
